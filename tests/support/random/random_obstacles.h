#pragma once

#include "src/machine/machine.h"
#include "tests/support/random/dice.h"

namespace hexscan_test {

/// Plates at both sides, and spheres and capsules near the legs at a pose, so that some poses around it keep the limits
/// and others do not. The machine's legs also need a thickness.
inline hexscan::Obstacles random_obstacles(Dice& dice, const hexscan::Machine& machine, const hexscan::Pose& near,
                                           double size_m) {
    using namespace hexscan;
    const auto about = [&](const Vector& place, double most) -> Point3 {
        const double x = dice.between(-most, most), y = dice.between(-most, most), z = dice.between(-most, most);
        return {place.x + x * size_m, place.y + y * size_m, place.z + z * size_m};
    };
    const auto plate = [&](const Vector& joint) {
        const double radius_m = size_m * dice.magnitude(0.01, 1);
        return Plate{radius_m, about({0, 0, joint.z}, 0.3)};
    };
    Obstacles obstacles;
    if (dice.chance(0.6)) obstacles.base_plate = plate(machine.base.points_m[0]);
    if (dice.chance(0.6)) obstacles.platform_plate = plate(machine.platform.points_m[0]);
    const int count = dice.whole(obstacles.count() == 0 ? 1 : 0, 3);
    for (int k = 0; k < count; ++k) {
        const auto leg = static_cast<std::size_t>(dice.whole(0, leg_count - 1));
        const Vector base = machine.base.points_m[leg], way = near.position_m + machine.platform.points_m[leg] - base;
        const Vector place = base + scaled(way, dice.between(0.2, 0.8));
        const double radius_m = size_m * dice.magnitude(0.003, 0.3);
        obstacles.keep_out.push_back({dice.chance(0.5), about(place, 0.2), about(place, 0.4), radius_m});
    }
    return obstacles;
}

}  // namespace hexscan_test
