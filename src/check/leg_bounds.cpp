#include "src/check/leg_bounds.h"

#include <limits>
#include <numbers>

#include "src/check/rotation_form.h"

namespace hexscan {
namespace {

using Kind = JointBounds::Kind;

bool is_joint(LegLimit limit) { return limit == LegLimit::base_joint || limit == LegLimit::platform_joint; }

IntervalVector unit(const Vector& axis) {
    const Interval length = length_of(exactly(axis));
    return {Interval(axis.x) / length, Interval(axis.y) / length, Interval(axis.z) / length};
}

JointBounds joint_bounds(const Vector& axis, double max_tilt_rad) {
    JointBounds joint;
    if (!(max_tilt_rad < std::numbers::pi)) return joint;
    // Sixths and quarters of a turn count as what they are meant to be (rotation.h); both readings are within.
    joint.sine = hull(sine_of(max_tilt_rad), exact_sin(max_tilt_rad));
    joint.cosine = hull(cosine_of(max_tilt_rad), exact_cos(max_tilt_rad));
    joint.axis = unit(axis);
    joint.kind = joint.cosine.hi >= 0 ? Kind::up_to_90_deg : Kind::beyond_90_deg;
    return joint;
}

/// kernels/clearance.h in intervals.
Interval joint_clearance(const JointBounds& joint, const IntervalVector& l) {
    const Interval along = dot(l, joint.axis), across = length_of(cross(l, joint.axis)), length = length_of(l);
    const Interval to_cone = joint.sine * along - joint.cosine * across;
    const Interval cosine_times_length = joint.cosine * along + joint.sine * across;
    if (cosine_times_length.lo > 0) return to_cone;
    const Interval to_apex = to_cone.hi < 0 ? -length : to_cone.lo >= 0 ? length : hull(-length, length);
    return cosine_times_length.hi <= 0 ? to_apex : hull(to_cone, to_apex);
}

/// The distance from a cone of forbidden directions, of half-angle 180 degrees minus the tilt limit, is at least v . l for
/// unit vectors v within tilt limit - 90 degrees of the axis: the cone's polar.
IntervalVector away_from_cone(const JointBounds& joint, const Vector& l) {
    const Vector axis = middle(joint.axis);
    const double along = dot(l, axis), across = length_of(cross(l, axis));
    const IntervalVector straight = exactly(direction_of(l));
    const bool apex_is_nearest = joint.cosine.middle() * along + joint.sine.middle() * across <= 0;
    if (apex_is_nearest && dot(straight, joint.axis).lo >= joint.sine.hi) return straight;
    // sin t n . l - cos t |n x l|, with |n x l| >= e . (l - (n . l) n) for any e no longer than 1.
    const IntervalVector outwards = exactly(direction_of(l - scaled(axis, along)));
    const Interval flare = -joint.cosine;
    return scaled(joint.axis, joint.sine - flare * dot(outwards, joint.axis)) + scaled(outwards, flare);
}

}  // namespace

std::array<LegBounds, leg_count> leg_bounds(const Machine& machine) {
    std::array<LegBounds, leg_count> legs;
    for (std::size_t i = 0; i < leg_count; ++i)
        legs[i] = {exactly(machine.base.points_m[i]),
                   exactly(machine.platform.points_m[i]),
                   machine.telescopic().min_length[i],
                   machine.telescopic().max_length[i],
                   joint_bounds(machine.base.axes[i], machine.base.max_tilt_rad[i]),
                   joint_bounds(machine.platform.axes[i], machine.platform.max_tilt_rad[i]),
                   machine.orientation_order};
    return legs;
}

bool is_limited(const LegBounds& leg, LegLimit limit) {
    if (limit == LegLimit::shortest) return leg.shortest_m.hi > 0;
    return !is_joint(limit) || joint_of(leg, limit).kind != Kind::unlimited;
}

bool allows_convex_set(const LegBounds& leg, LegLimit limit) {
    if (!is_joint(limit)) return limit == LegLimit::longest;
    return joint_of(leg, limit).kind == Kind::up_to_90_deg;
}

Interval clearance_of(const LegBounds& leg, LegLimit limit, const IntervalVector& l) {
    if (!is_limited(leg, limit)) return std::numeric_limits<double>::infinity();
    switch (limit) {
        case LegLimit::shortest: return length_of(l) - leg.shortest_m;
        case LegLimit::longest: return leg.longest_m - length_of(l);
        default: return joint_clearance(joint_of(leg, limit), l);
    }
}

ForbiddenTangent forbidden_tangent(const LegBounds& leg, LegLimit limit, const Vector& l) {
    if (limit == LegLimit::shortest) return {exactly(direction_of(l)), leg.shortest_m};
    return {away_from_cone(joint_of(leg, limit), l), 0};
}

ClearanceEnclosure clearances_at(const std::array<LegBounds, leg_count>& legs, const Pose& pose) {
    ClearanceEnclosure clearances;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const LegBounds& leg = legs[i];
        const IntervalVector w = exactly(pose.position_m) - leg.base_joint_m;
        const IntervalVector l = w + turned(leg.platform_joint_m, pose.orientation, leg.order);
        const IntervalVector seen_from_platform = turned_back(w, pose.orientation, leg.order) + leg.platform_joint_m;
        for (const LegLimit limit : telescopic_limits)
            clearances[i][static_cast<std::size_t>(limit)] =
                clearance_of(leg, limit, limit == LegLimit::platform_joint ? seen_from_platform : l);
    }
    return clearances;
}

}  // namespace hexscan
