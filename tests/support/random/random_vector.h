#pragma once

#include <cmath>

#include "src/machine/rotation.h"
#include "tests/support/random/dice.h"

namespace hexscan_test {

/// A vector with components between -size and size.
inline hexscan::Vector random_vector(Dice& dice, double size) {
    const double x = dice.between(-size, size), y = dice.between(-size, size), z = dice.between(-size, size);
    return {x, y, z};
}

/// A unit vector; all directions are equally likely.
inline hexscan::Vector random_direction(Dice& dice) {
    for (;;) {
        const hexscan::Vector v = random_vector(dice, 1);
        const double length = hexscan::length_of(v);
        if (length > 0.1 && length < 1) return scaled(v, 1 / length);
    }
}

}  // namespace hexscan_test
