#pragma once

#include <array>
#include <vector>

#include "src/machine/legs/telescopic_legs.h"
#include "src/machine/pose_clearance.h"
#include "src/machine/surfaces/joint_bounds.h"
#include "src/machine/surfaces/sphere_bounds.h"

/// A machine's legs and limits in intervals, and their clearances at a leg vector (kernels/clearance.h).
namespace hexscan {

/// A leg with its limits. Each number is an interval that contains the exact value of the machine's number.
struct LegBounds {
    IntervalVector base_joint_m, platform_joint_m;
    Interval shortest_m, longest_m;
    std::vector<ConeBounds> base, platform;          ///< cones of the joints, each in its side's own frame
    OrientationOrder order = OrientationOrder::zyx;  ///< order of the platform's angles, the same for all legs
};

std::array<LegBounds, leg_count> leg_bounds(const Machine& machine);

/// One surface for a leg's far end: of the stroke, or one of a joint's cones.
struct BoundedLimit {
    LegLimit limit = LegLimit::shortest;
    std::size_t cone = 0;

    bool of_platform() const { return limit == LegLimit::platform_joint; }
    bool operator==(const BoundedLimit&) const = default;
};

/// All surfaces that limit anything.
std::vector<BoundedLimit> bounded_limits(const LegBounds& leg);

inline const ConeBounds& cone_of(const LegBounds& leg, BoundedLimit limit) {
    return (limit.of_platform() ? leg.platform : leg.base)[limit.cone];
}

/// True if the allowed set is convex: the longest length's ball, or a joint's cone of at most 90 degrees. The clearance
/// is then a concave function of the leg vector. Otherwise the forbidden set is convex.
bool allows_convex_set(const LegBounds& leg, BoundedLimit limit);

/// Clearance of a limit for a leg vector. Limit and vector are in the base frame, or in the platform's for the platform
/// joint.
Interval clearance_of(const LegBounds& leg, BoundedLimit limit, const IntervalVector& l);

/// For a limit that forbids a convex set: the tangent of the set that is an equality at `l`.
ForbiddenTangent forbidden_tangent(const LegBounds& leg, BoundedLimit limit, const Vector& l);

/// Enclosures of the clearance of every limit at one pose, by leg, then limit. Infinite if there is no limit.
using ClearanceEnclosure = std::array<std::array<Interval, telescopic_limits.size()>, leg_count>;
ClearanceEnclosure clearances_at(const std::array<LegBounds, leg_count>& legs, const Pose& pose);

}  // namespace hexscan
