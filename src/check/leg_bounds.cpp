#include "src/check/leg_bounds.h"

#include <algorithm>
#include <limits>

namespace hexscan {
namespace {

bool is_joint(LegLimit limit) { return limit == LegLimit::base_joint || limit == LegLimit::platform_joint; }

/// The length of a vector. Where the length may be 0, its slopes contain all generalised gradients (Clarke,
/// Optimization and Nonsmooth Analysis, 1983, ch. 2). The mean value theorem holds for them too.
PoseSlopes length_of(const SlopesVector& v) {
    const IntervalVector in_middle{v.x.middle, v.y.middle, v.z.middle}, in_box{v.x.value, v.y.value, v.z.value};
    PoseSlopes length(length_of(in_middle), length_of(in_box));
    const auto along = [&](Interval part) {
        const Interval any(-1, 1), ratio = length.value.lo > 0 ? part / length.value : any;
        return Interval(std::max(ratio.lo, any.lo), std::min(ratio.hi, any.hi));
    };
    const IntervalVector direction{along(in_box.x), along(in_box.y), along(in_box.z)};
    for (std::size_t k = 0; k < length.by.size(); ++k) {
        const IntervalVector by{v.x.by[k], v.y.by[k], v.z.by[k]};
        const Interval slope = dot(direction, by);
        const double steepest = length_of(by).hi;
        length.by[k] = {std::max(slope.lo, -steepest), std::min(slope.hi, steepest)};
    }
    return length;
}

/// One of two numbers, with slopes that cover both. Its value in the middle is that of `first` if `is_first` is
/// positive there.
PoseSlopes one_of(const PoseSlopes& first, const PoseSlopes& other, Interval is_first) {
    PoseSlopes either(hull(first.middle, other.middle), hull(first.value, other.value));
    if (is_first.lo > 0) either.middle = first.middle;
    if (is_first.hi <= 0) either.middle = other.middle;
    for (std::size_t k = 0; k < either.by.size(); ++k) either.by[k] = hull(first.by[k], other.by[k]);
    return either;
}

IntervalVector slope_of(const SlopesVector& v, std::size_t k) { return {v.x.by[k], v.y.by[k], v.z.by[k]}; }

/// The second derivative of the length of `v`, where `bend` is the second derivative of `v`.
Interval length_bend(const PoseSlopes& length, const SlopesVector& v, const IntervalVector& bend, std::size_t i,
                     std::size_t j) {
    const Interval aside = i == j ? maximum(square_of(slope_of(v, i)) - square(length.by[i]), 0)
                                  : dot(slope_of(v, i), slope_of(v, j)) - length.by[i] * length.by[j];
    return (aside + dot(IntervalVector{v.x.value, v.y.value, v.z.value}, bend)) / length.value;
}

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
    return cone_of(leg, limit).is_convex();
}

SlopesVector leg_vector(const LegBounds& leg, BoundedLimit limit, const PosesNear& poses) {
    const SlopesVector w = poses.position_m - constant(leg.base_joint_m), b = constant(leg.platform_joint_m);
    const SlopesVector l = limit.of_platform() ? poses.turned_back(w) + b : w + poses.turned(b);
    return {poses.within_slopes(l.x), poses.within_slopes(l.y), poses.within_slopes(l.z)};
}

LegClearance::LegClearance(const LegBounds& leg, BoundedLimit limit, const SlopesVector& l)
    : of_platform_(limit.of_platform()), l_(l), length_(length_of(l)) {
    if (limit.limit == LegLimit::shortest)
        set_length(1, -leg.shortest_m);
    else if (limit.limit == LegLimit::longest)
        set_length(-1, leg.longest_m);
    else
        set_cone(cone_of(leg, limit));
}

void LegClearance::set_length(double way, Interval constant) {
    by_length_ = way;
    number_ = length_ * by_length_ + PoseSlopes(constant);
}

/// Sets the distance from the cone's surface, or from its apex if that is nearer (kernels/surfaces/cone.h).
void LegClearance::set_cone(const ConeBounds& cone) {
    axis_ = cone.axis;
    across_ = cross(l_, constant(axis_));
    distance_ = length_of(across_);
    const PoseSlopes beside = along(axis_, l_), to_cone = beside * cone.sine - distance_ * cone.cosine;
    const PoseSlopes before_apex = beside * cone.cosine + distance_ * cone.sine;
    number_ = to_cone;
    by_axis_ = cone.sine;
    by_distance_ = -cone.cosine;
    if (before_apex.value.lo > 0) return;
    // If the cone is convex and contains the leg, the apex is never nearer than the surface. This also holds for a leg
    // along the axis of a half-space.
    if (cone.is_convex() && to_cone.value.lo >= 0) return;
    set_length(cone.is_convex() ? -1 : 1, 0);
    if (before_apex.value.hi <= 0) return;
    number_ = one_of(to_cone, number_, before_apex.middle);
    length_.value.lo = 0;
}

bool LegClearance::has_bends() const {
    if (by_length_.lo != 0) return length_.value.lo > 0;
    return by_distance_.magnitude() == 0 || distance_.value.lo > 0;
}

Interval LegClearance::bend(const PosesNear& poses, std::size_t i, std::size_t j) const {
    const IntervalVector of_leg = poses.bend(l_, i, j, of_platform_);
    if (by_length_.lo != 0) return by_length_ * length_bend(length_, l_, of_leg, i, j);
    const Interval along_axis = by_axis_ * dot(axis_, of_leg);
    if (by_distance_.magnitude() == 0) return along_axis;
    return along_axis + by_distance_ * length_bend(distance_, across_, cross(of_leg, axis_), i, j);
}

ClearanceEnclosure clearances_at(const std::array<LegBounds, leg_count>& legs, const Pose& pose) {
    const PosesNear here(moved(box_of(pose), 0), legs.front().order);
    ClearanceEnclosure clearances;
    for (std::size_t i = 0; i < leg_count; ++i) {
        clearances[i].fill(std::numeric_limits<double>::infinity());
        for (const BoundedLimit limit : bounded_limits(legs[i])) {
            const Interval clearance = LegClearance(legs[i], limit, leg_vector(legs[i], limit, here)).number().value;
            Interval& least = clearances[i][static_cast<std::size_t>(limit.limit)];
            least = {std::min(least.lo, clearance.lo), std::min(least.hi, clearance.hi)};
        }
    }
    return clearances;
}

}  // namespace hexscan
