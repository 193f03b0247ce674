#include "src/machine/orientation_of.h"

#include <cmath>
#include <numbers>

namespace hexscan {

// For R = Rz Ry Rx the last row and the first column give the angles, for R = Rx Ry Rz the first row and the last
// column.
Orientation orientation_of(const Rotation& r, OrientationOrder order) {
    constexpr double tolerance = 1e-6;
    const bool zyx = order == OrientationOrder::zyx;
    const double sine = zyx ? -r.z.x : r.x.z;
    const double cosine = zyx ? std::hypot(r.x.x, r.y.x) : std::hypot(r.y.z, r.z.z);
    const double pitch_rad = std::atan2(sine, cosine);
    if (cosine <= tolerance) return {std::atan2(zyx ? -r.y.z : r.z.y, r.y.y), pitch_rad, 0};
    return {zyx ? std::atan2(r.z.y, r.z.z) : std::atan2(-r.y.z, r.z.z), pitch_rad,
            zyx ? std::atan2(r.y.x, r.x.x) : std::atan2(-r.x.y, r.x.x)};
}

Orientation nearest_angles(const Orientation& orientation, const Orientation& before) {
    using std::numbers::pi;
    const auto near = [](double angle_rad, double to_rad) {
        return angle_rad + 2 * pi * std::round((to_rad - angle_rad) / (2 * pi));
    };
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
