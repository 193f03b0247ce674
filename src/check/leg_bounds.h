#pragma once

#include <array>

#include "src/check/interval_vector.h"
#include "src/machine/pose_clearance.h"
#include "src/machine/telescopic_legs.h"

/// A machine's legs and limits in intervals, and their clearances at a leg vector (kernels/clearance.h).
namespace hexscan {

/// sin and cos of a joint's largest tilt, and the joint's axis.
struct JointBounds {
    enum class Kind { unlimited, up_to_90_deg, beyond_90_deg };
    Kind kind = Kind::unlimited;
    Interval sine, cosine;
    IntervalVector axis;  ///< of length 1, in the side's own frame
};

/// A leg with its limits, each number an interval around what the machine's doubles mean.
struct LegBounds {
    IntervalVector base_joint_m, platform_joint_m;
    Interval shortest_m, longest_m;
    JointBounds base, platform;
    OrientationOrder order = OrientationOrder::zyx;  ///< of the platform's angles, the same of all legs
};

std::array<LegBounds, leg_count> leg_bounds(const Machine& machine);

inline const JointBounds& joint_of(const LegBounds& leg, LegLimit limit) {
    return limit == LegLimit::base_joint ? leg.base : leg.platform;
}

/// Whether the limit limits anything.
bool is_limited(const LegBounds& leg, LegLimit limit);

/// Whether what the limit allows is a convex set: the longest length's ball, a joint's cone of at most 90 degrees. The
/// clearance is then a concave function of the leg vector. Otherwise what it forbids is convex.
bool allows_convex_set(const LegBounds& leg, LegLimit limit);

/// Clearance of a limit for a leg vector, both in the base frame or, for the platform joint, both in the platform's.
Interval clearance_of(const LegBounds& leg, LegLimit limit, const IntervalVector& l);

/// Where the limit forbids a convex set: the clearance is at least along . l - beyond_m for every leg vector l, with
/// equality, but for rounding, at the one given.
struct ForbiddenTangent {
    IntervalVector along;
    Interval beyond_m;
};
ForbiddenTangent forbidden_tangent(const LegBounds& leg, LegLimit limit, const Vector& l);

/// Clearance of every limit at one pose, by leg, then limit: the true value is within. Infinite where there is no limit.
using ClearanceEnclosure = std::array<std::array<Interval, limits_per_leg>, leg_count>;
ClearanceEnclosure clearances_at(const std::array<LegBounds, leg_count>& legs, const Pose& pose);

}  // namespace hexscan
