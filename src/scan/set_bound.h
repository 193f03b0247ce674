#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/sets/orientation_tree.h"
#include "src/machine/description/base_side.h"
#include "src/scan/plan.h"
#include "src/scan/searches/region.h"

namespace hexscan {

/// What is known of the clearance at a position.
struct PartClearance {
    double at_middle_m;  ///< in the middle of a part of the set
    double at_most_m;    ///< at any orientation of the part
    double allowance_m;  ///< what the part's size adds to a limit's clearance at most
};

/// How far a scan's orientations allow a position to violate limits: the bound that whole boxes of positions are
/// dismissed with. A point with a violation of v has no reachable point nearer than v (kernels/clearance.h). Of an
/// inclusive workspace a part of the set is asked, of a total one a few extreme orientations stand for all.
class SetBound {
public:
    explicit SetBound(const Platform& platform);

    /// The parts that together are the set: level orientations have no direction.
    std::vector<IndexBox> parts() const;

    /// The part's halves across what turns most.
    std::array<IndexBox, 2> halves_of(const IndexBox& part) const;

    /// No position farther from here than a violation of this belongs to the workspace of the part. Where one of more
    /// than `enough_m` is found no more is looked at.
    PartClearance clearance(const Vector& position_m, const IndexBox& part, double enough_m) const;

    /// What every leg's sphere of largest length leaves, wherever the orientation takes its joint.
    PositionBox outer_box() const;

    /// What home's side of the base leaves, as far as a box can say it.
    PositionBox home_side() const;

private:
    /// The legs at an orientation, and how far the platform's joints are on home's side there when its origin is at 0.
    struct Posed {
        std::array<Leg<double>, leg_count> legs;
        PosedLegs rods;  ///< of legs that are not telescopic, in their place
        PosedSharedLimits shared;
        double height_m = 0;

        Vector offset_m(std::size_t leg) const { return rods.limits > 0 ? rods.offset_m[leg] : legs[leg].offset_m; }
    };

    Posed posed_at(const OrientationIndex& index) const;
    double turn_along(const IndexBox& part, std::size_t axis) const;
    double turn_of(const IndexBox& part) const;
    double side_shift(double turn_rad) const;
    PartClearance least_of(PartClearance least, const Posed& posed, const Vector& position_m, double turn_rad,
                           double enough_m) const;

    bool inclusive_;
    SetPlan plan_;
    std::array<double, leg_count> joint_radius_m_{}, axis_reach_m_{}, longest_m_{};
    std::vector<Posed> extremes_;   ///< of a total workspace
    std::optional<BaseSide> side_;  ///< home's
};

/// What of a box lies from `low` to `high` along an axis.
void narrow(PositionBox& box, std::size_t axis, double low_m, double high_m);

}  // namespace hexscan
