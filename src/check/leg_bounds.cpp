#include "src/check/leg_bounds.h"

#include <limits>

#include "src/check/rotation_form.h"

namespace hexscan {
namespace {

bool is_joint(LegLimit limit) { return limit == LegLimit::base_joint || limit == LegLimit::platform_joint; }

}  // namespace

std::array<LegBounds, leg_count> leg_bounds(const Machine& machine) {
    std::array<LegBounds, leg_count> legs;
    for (std::size_t i = 0; i < leg_count; ++i)
        legs[i] = {exactly(machine.base.points_m[i]),
                   exactly(machine.platform.points_m[i]),
                   machine.telescopic().min_length[i],
                   machine.telescopic().max_length[i],
                   cone_bounds(machine.base.axes[i], machine.base.max_tilt_rad[i]),
                   cone_bounds(machine.platform.axes[i], machine.platform.max_tilt_rad[i]),
                   machine.orientation_order};
    return legs;
}

bool is_limited(const LegBounds& leg, LegLimit limit) {
    if (limit == LegLimit::shortest) return leg.shortest_m.hi > 0;
    return !is_joint(limit) || joint_of(leg, limit).kind != ConeBounds::Kind::unlimited;
}

bool allows_convex_set(const LegBounds& leg, LegLimit limit) {
    if (!is_joint(limit)) return limit == LegLimit::longest;
    return joint_of(leg, limit).kind == ConeBounds::Kind::up_to_90_deg;
}

Interval clearance_of(const LegBounds& leg, LegLimit limit, const IntervalVector& l) {
    if (!is_limited(leg, limit)) return std::numeric_limits<double>::infinity();
    switch (limit) {
        case LegLimit::shortest: return clearance_outside_sphere(leg.shortest_m, l);
        case LegLimit::longest: return clearance_inside_sphere(leg.longest_m, l);
        default: return clearance_of(joint_of(leg, limit), l);
    }
}

ForbiddenTangent forbidden_tangent(const LegBounds& leg, LegLimit limit, const Vector& l) {
    if (limit == LegLimit::shortest) return tangent_outside_sphere(leg.shortest_m, l);
    return tangent_of(joint_of(leg, limit), l);
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
