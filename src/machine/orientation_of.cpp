#include "src/machine/orientation_of.h"

#include <cmath>
#include <numbers>

namespace hexscan {
namespace {

/// The cosine of the pitch from which on roll and yaw turn about one axis, to rounding.
constexpr double pole_cosine = 1e-6;

double near(double angle_rad, double to_rad) {
    using std::numbers::pi;
    return angle_rad + 2 * pi * std::round((to_rad - angle_rad) / (2 * pi));
}

/// At a pitch of 90 degrees either way, where only the sum or the difference of roll and yaw counts: both change alike.
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

// For R = Rz Ry Rx the last row and the first column give the angles, for R = Rx Ry Rz the first row and the last
// column.
Orientation orientation_of(const Rotation& r, OrientationOrder order) {
    const bool zyx = order == OrientationOrder::zyx;
    const double sine = zyx ? -r.z.x : r.x.z;
    const double cosine = zyx ? std::hypot(r.x.x, r.y.x) : std::hypot(r.y.z, r.z.z);
    const double pitch_rad = std::atan2(sine, cosine);
    if (cosine <= pole_cosine) return {std::atan2(zyx ? -r.y.z : r.z.y, r.y.y), pitch_rad, 0};
    return {zyx ? std::atan2(r.z.y, r.z.z) : std::atan2(-r.y.z, r.z.z), pitch_rad,
            zyx ? std::atan2(r.y.x, r.x.x) : std::atan2(-r.x.y, r.x.x)};
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
    // In both orders, half a turn of the outer two angles and a pitch beyond 90 degrees give the same rotation.
    const Orientation same = all_near(orientation);
    const Orientation over =
        all_near({orientation.roll_rad + pi, pi - orientation.pitch_rad, orientation.yaw_rad + pi});
    return distance(over) < distance(same) ? over : same;
}

}  // namespace hexscan
