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

/// The smallest clearance of a position for a part of the set of orientations, and a bound on it.
struct PartClearance {
    double at_middle_m;  ///< at the orientation in the middle of the part
    double at_most_m;    ///< upper bound over all orientations of the part
    double allowance_m;  ///< largest growth of a limit's clearance from the middle to another orientation
};

/// Upper bounds on clearances over a scan's orientations. They dismiss whole boxes of positions: if a position violates
/// a limit by v, no position nearer than v is reachable (kernels/clearance.h). An inclusive workspace uses parts of the
/// set, a total one a few extreme orientations.
class SetBound {
public:
    explicit SetBound(const Platform& platform);

    /// Parts whose union is the set. Orientations without tilt are a part of their own, because they have no direction.
    std::vector<IndexBox> parts() const;

    /// Halves the part across the index with the largest rotation.
    std::array<IndexBox, 2> halves_of(const IndexBox& part) const;

    /// The clearance of a position for a part of the set. If it is negative, no position nearer than its magnitude is
    /// in the part's workspace. Stops once it finds a violation of more than `enough_m`.
    PartClearance clearance(const Vector& position_m, const IndexBox& part, double enough_m) const;

    /// A box that contains the workspace. For every position outside it, some leg is too short at all orientations that
    /// the bound uses.
    PositionBox outer_box() const;

    /// A box that contains home's side of the base. It bounds a coordinate only if the base's normal is along that
    /// axis.
    PositionBox home_side() const;

private:
    /// The legs at an orientation. `height_m` is how far the platform's joints are on home's side of the base if the
    /// platform's origin is at 0.
    struct Posed {
        std::array<Leg<double>, leg_count> legs;
        PosedLegs rods;  ///< replaces `legs` unless they are telescopic
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
    std::vector<Posed> extremes_;   ///< a few extreme orientations; none for an inclusive workspace
    std::optional<BaseSide> side_;  ///< home's side of the base
};

/// Restricts a box to the range from `low_m` to `high_m` along an axis.
void narrow(PositionBox& box, std::size_t axis, double low_m, double high_m);

}  // namespace hexscan
