#pragma once

#include <cmath>
#include <numbers>

#include "src/machine/machine.h"

/// Telescopic machines by hand.
namespace hexscan_test {

/// Its legs may be of almost any length and lean as they like; where its joints are is not said.
inline hexscan::Machine machine_without_joints() {
    using namespace hexscan;
    Machine machine;
    TelescopicLegs legs;
    legs.min_length.fill(0.01);
    legs.max_length.fill(10);
    machine.legs = legs;
    machine.base.axes.fill({0, 0, 1});
    machine.platform.axes.fill({0, 0, 1});
    machine.base.max_tilt_rad.fill(std::numbers::pi);
    machine.platform.max_tilt_rad.fill(std::numbers::pi);
    return machine;
}

/// Semi-regular hexagons above each other: base radius 1, spread 30 degrees; platform 0.6, 40 degrees, turned by 60.
/// The determinant is C z^3 cos yaw.
inline hexscan::Machine parallel_hexagons() {
    using namespace hexscan;
    Machine machine = machine_without_joints();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double deg = std::numbers::pi / 180, k = static_cast<double>(i / 2), side = i % 2 == 0 ? -1 : 1;
        const double base = (120 * k + 15 * side) * deg, platform = (120 * k + side * (60 - 20)) * deg;
        machine.base.points_m[i] = {std::cos(base), std::sin(base), 0};
        machine.platform.points_m[i] = {0.6 * std::cos(platform), 0.6 * std::sin(platform), 0};
    }
    machine.home = Pose{{0, 0, 1}, {}};
    return machine;
}

/// Joints of base and platform on similar regular hexagons: singular everywhere, but for what rounding leaves.
inline void put_on_similar_hexagons(hexscan::Machine& machine) {
    for (std::size_t i = 0; i < hexscan::leg_count; ++i) {
        const double angle_rad = std::numbers::pi / 3 * static_cast<double>(i) + 0.1;
        machine.base.points_m[i] = {std::cos(angle_rad), std::sin(angle_rad), 0};
        machine.platform.points_m[i] = scaled(machine.base.points_m[i], 0.7);
    }
}

}  // namespace hexscan_test
