#include "src/machine/surfaces/joint_bounds.h"

#include <cmath>
#include <numbers>

namespace hexscan {
namespace {

IntervalVector unit(const IntervalVector& v) {
    const Interval length = length_of(v);
    return {v.x / length, v.y / length, v.z / length};
}

/// A sine or cosine near 0, +-1/2 or +-1 may be intended exactly (rotation.h). The interval contains the intended and
/// the computed value.
Interval sine(double angle_rad) { return hull(sine_of(angle_rad), exact_sin(angle_rad)); }
Interval cosine(double angle_rad) { return hull(cosine_of(angle_rad), exact_cos(angle_rad)); }

std::vector<ConeBounds> universal_bounds(const UniversalJoints& joints, std::size_t leg, const Vector& axis) {
    const IntervalVector fixed = unit(exactly(joints.fixed_axis(leg))), n = exactly(axis);
    const IntervalVector level = unit(n - scaled(fixed, dot(n, fixed))), beside = cross(fixed, level);
    const auto half_space = [&](double end_rad, double way) {
        return ConeBounds{
            1, 0, scaled(beside, cosine(end_rad) * Interval(way)) - scaled(level, sine(end_rad) * Interval(way))};
    };
    constexpr double quarter_rad = std::numbers::pi / 2;
    const double carried_from = joints.carried_from[leg], carried_to = joints.carried_to[leg];
    std::vector<ConeBounds> cones;
    if (std::isfinite(joints.fixed_from[leg])) cones.push_back(half_space(joints.fixed_from[leg], 1));
    if (std::isfinite(joints.fixed_to[leg])) cones.push_back(half_space(joints.fixed_to[leg], -1));
    if (carried_from > -quarter_rad) cones.push_back({cosine(carried_from), sine(carried_from), fixed});
    if (carried_to < quarter_rad) cones.push_back({cosine(carried_to), -sine(carried_to), scaled(fixed, Interval(-1))});
    return cones;
}

}  // namespace

std::vector<ConeBounds> joint_bounds(const JointSet& joints, std::size_t leg) {
    const Vector& axis = joints.axes[leg];
    if (joints.universal) return universal_bounds(*joints.universal, leg, axis);
    const double misalignment_rad = joints.max_misalignment_rad[leg];
    if (!std::isfinite(misalignment_rad)) {
        const double tilt_rad = joints.max_tilt_rad[leg];
        if (!(tilt_rad < std::numbers::pi)) return {};
        return {{sine(tilt_rad), cosine(tilt_rad), unit(exactly(axis))}};
    }
    if (!(misalignment_rad < std::numbers::pi / 2)) return {};
    const IntervalVector bolt = unit(exactly(axis));
    const Interval cosine_of_tilt = -sine(misalignment_rad);
    return {{cosine(misalignment_rad), cosine_of_tilt, bolt},
            {cosine(misalignment_rad), cosine_of_tilt, scaled(bolt, Interval(-1))}};
}

}  // namespace hexscan
