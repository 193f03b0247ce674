#pragma once

#include "src/machine/rotation.h"
#include "tests/support/random/dice.h"

namespace hexscan_test {

/// Each component is between -size and size.
inline hexscan::Vector random_vector(Dice& dice, double size) {
    const double x = dice.between(-size, size), y = dice.between(-size, size), z = dice.between(-size, size);
    return {x, y, z};
}

}  // namespace hexscan_test
