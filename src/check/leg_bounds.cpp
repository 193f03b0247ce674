#include "src/check/leg_bounds.h"

#include <algorithm>
#include <limits>

#include "src/check/rotation_form.h"

namespace hexscan {
namespace {

bool is_joint(LegLimit limit) { return limit == LegLimit::base_joint || limit == LegLimit::platform_joint; }

}  // namespace

std::array<LegBounds, leg_count> leg_bounds(const Machine& machine) {
    std::array<LegBounds, leg_count> legs;
    for (std::size_t i = 0; i < leg_count; ++i)
        legs[i] = {exactly(machine.base.points_m[i]),  exactly(machine.platform.points_m[i]),
                   machine.telescopic().min_length[i], machine.telescopic().max_length[i],
                   joint_bounds(machine.base, i),      joint_bounds(machine.platform, i),
                   machine.orientation_order};
    return legs;
}

std::vector<BoundedLimit> bounded_limits(const LegBounds& leg) {
    std::vector<BoundedLimit> limits;
    if (leg.shortest_m.hi > 0) limits.push_back({LegLimit::shortest});
    limits.push_back({LegLimit::longest});
    for (std::size_t k = 0; k < leg.base.size(); ++k) limits.push_back({LegLimit::base_joint, k});
    for (std::size_t k = 0; k < leg.platform.size(); ++k) limits.push_back({LegLimit::platform_joint, k});
    return limits;
}

bool allows_convex_set(const LegBounds& leg, BoundedLimit limit) {
    if (!is_joint(limit.limit)) return limit.limit == LegLimit::longest;
    return cone_of(leg, limit).kind == ConeBounds::Kind::up_to_90_deg;
}

Interval clearance_of(const LegBounds& leg, BoundedLimit limit, const IntervalVector& l) {
    switch (limit.limit) {
        case LegLimit::shortest: return clearance_outside_sphere(leg.shortest_m, l);
        case LegLimit::longest: return clearance_inside_sphere(leg.longest_m, l);
        default: return clearance_of(cone_of(leg, limit), l);
    }
}

ForbiddenTangent forbidden_tangent(const LegBounds& leg, BoundedLimit limit, const Vector& l) {
    if (limit.limit == LegLimit::shortest) return tangent_outside_sphere(leg.shortest_m, l);
    return tangent_of(cone_of(leg, limit), l);
}

ClearanceEnclosure clearances_at(const std::array<LegBounds, leg_count>& legs, const Pose& pose) {
    ClearanceEnclosure clearances;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const LegBounds& leg = legs[i];
        const IntervalVector w = exactly(pose.position_m) - leg.base_joint_m;
        const IntervalVector l = w + turned(leg.platform_joint_m, pose.orientation, leg.order);
        const IntervalVector seen_from_platform = turned_back(w, pose.orientation, leg.order) + leg.platform_joint_m;
        clearances[i].fill(std::numeric_limits<double>::infinity());
        for (const BoundedLimit limit : bounded_limits(leg)) {
            const Interval clearance = clearance_of(leg, limit, limit.of_platform() ? seen_from_platform : l);
            Interval& least = clearances[i][static_cast<std::size_t>(limit.limit)];
            least = {std::min(least.lo, clearance.lo), std::min(least.hi, clearance.hi)};
        }
    }
    return clearances;
}

}  // namespace hexscan
