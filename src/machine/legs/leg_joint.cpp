#include "src/machine/legs/leg_joint.h"

#include <cmath>
#include <numbers>

#include "src/base/infinity.h"

namespace hexscan {
namespace {

using std::numbers::pi;

double angle_between_rad(const Vector& v, const Vector& axis) {
    const Vector across = cross(v, axis);
    const double beside = std::sqrt(dot(across, across)), along = dot(v, axis);
    return beside == 0 && along == 0 ? 0 : std::atan2(beside, along);
}

}  // namespace

LegJoint::LegJoint(const JointSet& joints, std::size_t leg)
    : LegJoint(joints, leg, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {}

LegJoint::LegJoint(const JointSet& joints, std::size_t leg, const Rotation& turned)
    : most_rad_(joints.max_tilt_rad[leg]), axis_(turned(joints.axes[leg])) {
    if (joints.universal) {
        sort_ = Sort::universal;
        allowed_.limits = static_cast<int>(UniversalJoints::ends);
        allowed_.is_rod_end = false;
        axis_ = turned(joints.universal->level_axis(leg, joints.axes[leg]));
        fixed_axis_ = turned(joints.universal->fixed_axis(leg));
        beside_ = cross(fixed_axis_, axis_);
        add_universal(*joints.universal, leg);
        return;
    }
    if (std::isfinite(joints.max_misalignment_rad[leg])) {
        sort_ = Sort::bolted;
        most_rad_ = joints.max_misalignment_rad[leg];
    }
    if (!(most_rad_ < (sort_ == Sort::bolted ? pi / 2 : pi))) {
        most_rad_ = infinity;
        return;
    }
    const double sine = exact_sin(most_rad_), cosine = exact_cos(most_rad_);
    if (sort_ == Sort::tilting) {
        add(axis_, sine, cosine, 0);
        return;
    }
    add(axis_, cosine, -sine, 0);
    add(scaled(axis_, -1), cosine, -sine, 0);
}

void LegJoint::add(const Vector& axis, double sine, double cosine, int limit) {
    allowed_.cones[allowed_.count++] = {axis, sine, cosine, limit};
}

void LegJoint::add_universal(const UniversalJoints& joints, std::size_t leg) {
    const double fixed_from = joints.fixed_from[leg], fixed_to = joints.fixed_to[leg];
    const double carried_from = joints.carried_from[leg], carried_to = joints.carried_to[leg];
    ends_rad_ = {fixed_from, fixed_to, carried_from, carried_to};
    if (std::isfinite(fixed_from))
        add(scaled(beside_, exact_cos(fixed_from)) - scaled(axis_, exact_sin(fixed_from)), 1, 0, 0);
    if (std::isfinite(fixed_to))
        add(scaled(axis_, exact_sin(fixed_to)) - scaled(beside_, exact_cos(fixed_to)), 1, 0, 1);
    if (carried_from > -pi / 2) add(fixed_axis_, exact_cos(carried_from), exact_sin(carried_from), 2);
    if (carried_to < pi / 2) add(scaled(fixed_axis_, -1), exact_cos(carried_to), -exact_sin(carried_to), 3);
}

RodEnd LegJoint::rod_end() const {
    RodEnd end;
    if (sort_ == Sort::universal || !is_limited()) return end;
    end.axis = axis_;
    end.least_cosine = allowed_.cones[0].cosine;
    if (sort_ == Sort::bolted) end.most_cosine = -allowed_.cones[1].cosine;
    return end;
}

void LegJoint::append_states(const Vector& v, std::vector<LimitState>& states) const {
    if (sort_ != Sort::universal) {
        const double tilt_rad = angle_between_rad(v, axis_);
        const double asked_rad = sort_ == Sort::bolted ? std::abs(pi / 2 - tilt_rad) : tilt_rad;
        states.push_back({asked_rad, most_rad_, most_rad_ - asked_rad});
        return;
    }
    const double along_m = dot(v, axis_), beside_m = dot(v, beside_);
    const double about_fixed_rad = std::atan2(beside_m, along_m);
    const double about_carried_rad = std::atan2(dot(v, fixed_axis_), std::hypot(along_m, beside_m));
    for (std::size_t end = 0; end < ends_rad_.size(); ++end) {
        const double asked_rad = end < 2 ? about_fixed_rad : about_carried_rad, allowed_rad = ends_rad_[end];
        states.push_back({asked_rad, allowed_rad, end % 2 == 0 ? asked_rad - allowed_rad : allowed_rad - asked_rad});
    }
}

}  // namespace hexscan
