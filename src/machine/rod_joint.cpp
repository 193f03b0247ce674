#include "src/machine/rod_joint.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace hexscan {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double angle_between_rad(const Vector& v, const Vector& axis) {
    const Vector across = cross(v, axis);
    return std::atan2(std::sqrt(dot(across, across)), dot(v, axis));
}

}  // namespace

RodJoint::RodJoint(const JointSet& joints, std::size_t leg, const Vector& axis_at_pose) {
    axis = axis_at_pose;
    const double misalignment_rad = joints.max_misalignment_rad[leg], tilt_rad = joints.max_tilt_rad[leg];
    is_rod_end = std::isfinite(misalignment_rad);
    most_rad = is_rod_end ? misalignment_rad : tilt_rad;
    if (is_rod_end && misalignment_rad < std::numbers::pi / 2) {
        most_cosine = exact_sin(misalignment_rad);
        least_cosine = -most_cosine;
    } else if (!is_rod_end && tilt_rad < std::numbers::pi) {
        least_cosine = exact_cos(tilt_rad);
    } else {
        most_rad = infinite;
    }
}

LimitState RodJoint::state(const Vector& rod, const Vector& axis_there) const {
    const double tilt_rad = angle_between_rad(rod, axis_there);
    const double asked_rad = is_rod_end ? std::abs(std::numbers::pi / 2 - tilt_rad) : tilt_rad;
    return {asked_rad, most_rad, most_rad - asked_rad};
}

}  // namespace hexscan
