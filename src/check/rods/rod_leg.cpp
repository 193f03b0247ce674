#include "src/check/rods/rod_leg.h"

#include <algorithm>
#include <cmath>

namespace hexscan {
namespace {

constexpr double unknown_m = -infinity;

Interval widened(Interval a, double by) { return by > 0 ? a + Interval(-by, by) : a; }

IntervalVector times(const IntervalVector& v, Interval by) { return {v.x * by, v.y * by, v.z * by}; }

IntervalVector unit(const IntervalVector& v) {
    const Interval length = length_of(v);
    return {v.x / length, v.y / length, v.z / length};
}

/// True if a rod with this component along the cone's axis is certainly inside the cone.
bool surely_keeps(const ConeBounds& cone, Interval along_m, double rod_m) {
    return (along_m - cone.cosine * rod_m).lo >= 0;
}

}  // namespace

Frame frame_about(const Vector& axis) {
    const double x = std::abs(axis.x), y = std::abs(axis.y), z = std::abs(axis.z);
    const Vector beside = x <= y && x <= z ? Vector{1, 0, 0} : y <= z ? Vector{0, 1, 0} : Vector{0, 0, 1};
    Frame frame;
    frame.first = unit(exactly(axis));
    frame.second = unit(cross(frame.first, exactly(beside)));
    frame.third = cross(frame.first, frame.second);
    return frame;
}

Frame frame_of(const Vector& first, const Vector& second) {
    Frame frame;
    frame.first = unit(exactly(first));
    frame.second = unit(exactly(second));
    frame.third = cross(frame.first, frame.second);
    return frame;
}

RodLeg::RodLeg(const Machine& machine, std::size_t leg, double rod_m, const Frame& frame)
    : base_m_(exactly(machine.base.points_m[leg])),
      joint_m_(exactly(machine.platform.points_m[leg])),
      rod_m_(rod_m),
      frame_(frame),
      foot_joint_(joint_bounds(machine.base, leg)),
      platform_joint_(joint_bounds(machine.platform, leg)) {}

RodLeg::Components RodLeg::components(const PreparedBox& box, double by_m) const {
    const IntervalVector w = box.position_m - base_m_;
    const auto along = [&](const IntervalVector& axis) {
        return widened(dot(axis, w) + form_between(axis, joint_m_, box.angles), by_m);
    };
    return {along(frame_.first), along(frame_.second), along(frame_.third)};
}

SlopesVector RodLeg::leg_in_frame(const PosesNear& poses) const {
    const SlopesVector l = poses.position_m + poses.turned(constant(joint_m_)) - constant(base_m_);
    const auto component = [&](const IntervalVector& axis) { return poses.within_slopes(along(axis, l)); };
    return {component(frame_.first), component(frame_.second), component(frame_.third)};
}

void RodLeg::add_joints(const PreparedBox& box, double by_m, bool reaches, RodClearanceBound& bound) const {
    if (foot_joint_.empty() && platform_joint_.empty()) return;
    const bool keep = reaches && !bound.violated && joints_keep(box, by_m, bound);
    bound.at_least_m = keep ? std::min(bound.at_least_m, by_m) : unknown_m;
}

bool RodLeg::joints_keep(const PreparedBox& box, double by_m, RodClearanceBound& bound) const {
    const RodInBox rod = rod_in(box, by_m);
    return foot_keeps(rod.from_foot, box, by_m, bound) && platform_keeps(rod.foot, box, by_m, bound);
}

bool RodLeg::breaks_a_joint(const PreparedBox& box) const {
    if (foot_joint_.empty() && platform_joint_.empty()) return false;
    const RodInBox rod = rod_in(box, 0);
    const auto breaks = [&](const ConeBounds& cone, Interval along_m) {
        return (along_m - cone.cosine * rod_m_).hi < 0;
    };
    return std::ranges::any_of(
               foot_joint_,
               [&](const ConeBounds& cone) { return breaks(cone, dot(in_frame(cone.axis), rod.from_foot)); }) ||
           std::ranges::any_of(platform_joint_, [&](const ConeBounds& cone) {
               return breaks(cone, along_platform(cone.axis, rod.foot, box));
           });
}

IntervalVector RodLeg::in_frame(const IntervalVector& axis) const {
    return {dot(axis, frame_.first), dot(axis, frame_.second), dot(axis, frame_.third)};
}

Interval RodLeg::along_platform(const IntervalVector& axis, const Components& foot, const PreparedBox& box) const {
    const IntervalVector from =
        box.position_m - base_m_ -
        (times(frame_.first, foot.first) + times(frame_.second, foot.second) + times(frame_.third, foot.third));
    return form_between(from, axis, box.angles) + dot(joint_m_, axis);
}

bool RodLeg::foot_keeps(const IntervalVector& rod_m, const PreparedBox& box, double by_m,
                        RodClearanceBound& bound) const {
    return std::ranges::all_of(foot_joint_, [&](const ConeBounds& cone) {
        const IntervalVector axis = in_frame(cone.axis);
        return surely_keeps(cone, dot(axis, rod_m), rod_m_) ||
               never_negative(box, by_m, bound, [&](const PosesNear& poses) {
                   return along(axis, rod_from_foot(poses)) - cone.cosine * rod_m_;
               });
    });
}

bool RodLeg::platform_keeps(const Components& foot, const PreparedBox& box, double by_m,
                            RodClearanceBound& bound) const {
    return std::ranges::all_of(platform_joint_, [&](const ConeBounds& cone) {
        return surely_keeps(cone, widened(along_platform(cone.axis, foot, box), by_m), rod_m_) ||
               never_negative(box, by_m, bound, [&](const PosesNear& poses) {
                   return along(cone.axis, rod_from_platform(poses)) - cone.cosine * rod_m_;
               });
    });
}

RodSlopes RodLeg::slopes(const PosesNear& poses) const { return {rod_in_base(poses), along_motion(poses)}; }

SlopesVector RodLeg::rod_in_base(const PosesNear& poses) const {
    const SlopesVector rod = rod_in_frame(poses);
    const auto axis_sum = [&](Interval first, Interval second, Interval third) {
        return rod.x * first + rod.y * second + rod.z * third;
    };
    const auto& [first, second, third] = frame_;
    return {axis_sum(first.x, second.x, third.x), axis_sum(first.y, second.y, third.y),
            axis_sum(first.z, second.z, third.z)};
}

SlopesVector RodLeg::rod_from_platform(const PosesNear& poses) const { return poses.turned_back(rod_in_base(poses)); }

std::size_t RodLeg::widest(const MovedPoses& poses) const {
    const double lever_m = rod_m_ + length_of(joint_m_).hi;
    std::size_t most = widest_axis(poses.box, lever_m);
    double most_m = extent_m(poses.box, most, lever_m);
    for (std::size_t k = 0; k < MovedPoses::moves; ++k) {
        const double width_m = poses.high_m[k] - poses.low_m[k];
        if (!(width_m > most_m)) continue;
        most_m = width_m;
        most = PoseBox::dimensions + k;
    }
    return most;
}

}  // namespace hexscan
