#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "src/check/rods/pose_slopes.h"
#include "src/machine/legs/telescopic_legs.h"
#include "src/machine/pose_clearance.h"
#include "src/machine/surfaces/joint_bounds.h"

/// Telescopic legs and their limits as intervals, and the clearances of a leg vector from the limits
/// (kernels/clearance.h).
namespace hexscan {

/// A leg with its limits. Each number is an interval that contains the exact value of the machine's number.
struct LegBounds {
    IntervalVector base_joint_m, platform_joint_m;
    Interval shortest_m, longest_m;
    std::vector<ConeBounds> base, platform;          ///< cones of the joints, each in its side's own frame
    OrientationOrder order = OrientationOrder::zyx;  ///< order of the platform's angles, the same for all legs
};

std::array<LegBounds, leg_count> leg_bounds(const Machine& machine);

/// One surface that limits where a leg may end: a sphere of the stroke, or a cone of a joint.
struct BoundedLimit {
    LegLimit limit = LegLimit::shortest;
    std::size_t cone = 0;  ///< index of the cone in the leg's `base` or `platform`

    bool of_platform() const { return limit == LegLimit::platform_joint; }
    bool operator==(const BoundedLimit&) const = default;
};

/// All surfaces of a leg that limit where it may end.
std::vector<BoundedLimit> bounded_limits(const LegBounds& leg);

inline const ConeBounds& cone_of(const LegBounds& leg, BoundedLimit limit) {
    return (limit.of_platform() ? leg.platform : leg.base)[limit.cone];
}

/// True if the surface allows a convex set: the ball of the longest length, or a joint's cone of at most 90 degrees.
/// The clearance is then a concave function of the leg vector. Otherwise the forbidden set is convex.
bool allows_convex_set(const LegBounds& leg, BoundedLimit limit);

/// A leg vector over poses. For a limit of the platform joint it is in the platform frame, otherwise in the base frame.
SlopesVector leg_vector(const LegBounds& leg, BoundedLimit limit, const PosesNear& poses);

/// The clearance from a limit as a function of the leg vector, with its first and second derivatives. It is a linear
/// combination of four terms: a constant, the leg vector's length, its component along an axis, and its distance from
/// that axis.
class LegClearance {
public:
    LegClearance(const LegBounds& leg, BoundedLimit limit, const SlopesVector& l);

    const PoseSlopes& number() const { return number_; }
    /// True if the second derivatives exist and are known.
    bool has_bends() const;
    /// The second derivative with respect to two coordinates of the poses over which the leg vector is given.
    Interval bend(const PosesNear& poses, std::size_t i, std::size_t j) const;

private:
    void set_length(double way, Interval constant);
    void set_cone(const ConeBounds& cone);

    bool of_platform_;
    SlopesVector l_, across_;
    PoseSlopes length_, distance_, number_;
    IntervalVector axis_;
    Interval by_length_, by_axis_, by_distance_;
};

/// Intervals that contain the clearance of every limit at one pose, indexed by leg, then by limit. An interval is
/// infinite if the leg has no such limit.
using ClearanceEnclosure = std::array<std::array<Interval, telescopic_limits.size()>, leg_count>;
ClearanceEnclosure clearances_at(const std::array<LegBounds, leg_count>& legs, const Pose& pose);

}  // namespace hexscan
