#pragma once

#include <numbers>

#include "src/machine/legs/rotary_legs.h"

namespace hexscan_test {

/// Six arms about z with unlimited angles.
inline hexscan::RotaryLegs free_arms(double arm_m, double rod_m) {
    hexscan::RotaryLegs legs;
    legs.arm.fill(arm_m);
    legs.rod.fill(rod_m);
    legs.zero_x.fill(1);
    legs.up_y.fill(1);
    legs.angle_from.fill(-std::numbers::pi);
    legs.angle_to.fill(std::numbers::pi);
    legs.has_zero = legs.has_up = true;
    return legs;
}

}  // namespace hexscan_test
