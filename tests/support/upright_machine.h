#pragma once

#include <cmath>
#include <numbers>

#include "src/machine/machine.h"

/// Telescopic machines with chosen geometry.
namespace hexscan_test {

/// A machine with legs of almost any length and any tilt, but without places of joints.
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

/// Semi-regular hexagons above each other: base radius 1, spread 30 degrees; platform radius 0.6, spread 40 degrees,
/// turned by 60. The determinant is C z^3 cos yaw.
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

/// Puts the joints of base and platform on similar regular hexagons. The machine is then singular everywhere, up to
/// rounding.
inline void put_on_similar_hexagons(hexscan::Machine& machine) {
    for (std::size_t i = 0; i < hexscan::leg_count; ++i) {
        const double angle_rad = std::numbers::pi / 3 * static_cast<double>(i) + 0.1;
        machine.base.points_m[i] = {std::cos(angle_rad), std::sin(angle_rad), 0};
        machine.platform.points_m[i] = scaled(machine.base.points_m[i], 0.7);
    }
}

}  // namespace hexscan_test
