#include "src/machine/orientation_of.h"

#include <cmath>
#include <numbers>

#include "kernels/poses/orientation.h"

namespace hexscan {
namespace {

double near(double angle_rad, double to_rad) {
    using std::numbers::pi;
    return angle_rad + 2 * pi * std::round((to_rad - angle_rad) / (2 * pi));
}

/// Finds the nearest angles if the pitch is +-90 degrees. Only the sum or the difference of roll and yaw matters there,
/// so both angles change by the same amount.
Orientation nearest_at_pole(const Orientation& pole, const Orientation& before, OrientationOrder order) {
    const bool up = std::sin(pole.pitch_rad) > 0;
    const double yaw_sign = (order == OrientationOrder::zyx) == up ? -1 : 1;
    const double turn_rad = pole.roll_rad + yaw_sign * pole.yaw_rad;
    const double turn_before_rad = before.roll_rad + yaw_sign * before.yaw_rad;
    const double change_rad = near(turn_rad, turn_before_rad) - turn_before_rad;
    return {before.roll_rad + change_rad / 2, near(pole.pitch_rad, before.pitch_rad),
            before.yaw_rad + yaw_sign * change_rad / 2};
}

}  // namespace

Rotation rotation_of_quaternion(const std::array<double, 4>& quaternion) {
    const auto [w, x, y, z] = quaternion;
    return {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
}

Orientation orientation_of(const Rotation& r, OrientationOrder order) {
    const auto [roll_rad, pitch_rad, yaw_rad] = angles_of({r.x, r.y, r.z}, order == OrientationOrder::zyx);
    return {roll_rad, pitch_rad, yaw_rad};
}

Orientation nearest_angles(const Orientation& orientation, const Orientation& before, OrientationOrder order) {
    using std::numbers::pi;
    if (std::abs(std::cos(orientation.pitch_rad)) <= pole_cosine) return nearest_at_pole(orientation, before, order);
    const auto all_near = [&](const Orientation& o) {
        return Orientation{near(o.roll_rad, before.roll_rad), near(o.pitch_rad, before.pitch_rad),
                           near(o.yaw_rad, before.yaw_rad)};
    };
    const auto distance = [&](const Orientation& o) {
        return std::hypot(o.roll_rad - before.roll_rad, o.pitch_rad - before.pitch_rad, o.yaw_rad - before.yaw_rad);
    };
    // In both orders a rotation has two sets of angles. In the second set the two outer angles are larger by half a
    // turn, and the pitch is beyond 90 degrees.
    const Orientation same = all_near(orientation);
    const Orientation over =
        all_near({orientation.roll_rad + pi, pi - orientation.pitch_rad, orientation.yaw_rad + pi});
    return distance(over) < distance(same) ? over : same;
}

}  // namespace hexscan
