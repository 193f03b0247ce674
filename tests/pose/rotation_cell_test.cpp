#include "src/pose/rotation_cell.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "src/machine/orientation_of.h"
#include "src/machine/rods.h"
#include "tests/support/random/dice.h"

namespace hexscan {
namespace {

using hexscan_test::Dice;

/// A random rotation of a cell.
Rotation rotation_in(const RotationCell& cell, Dice& dice) {
    std::array<double, 4> q{};
    double square = 0;
    for (std::size_t i = 0, other = 0; i < q.size(); ++i) {
        q[i] = 1;
        if (i != cell.face) q[i] = dice.between(cell.low[other], cell.high[other]), ++other;
        square += q[i] * q[i];
    }
    for (double& part : q) part /= std::sqrt(square);
    return rotation_of_quaternion(q);
}

TEST(RotationCell, HalvesHoldTheSameRotations) {
    Dice dice(8);
    for (const RotationCell& face : all_rotations()) {
        RotationCell cell = face;
        for (int halving = 0; halving < 12; ++halving) {
            const auto [a, b] = cell.halves();
            for (std::size_t k = 0; k < 3; ++k) {
                EXPECT_EQ(std::min(a.low[k], b.low[k]), cell.low[k]);
                EXPECT_EQ(std::max(a.high[k], b.high[k]), cell.high[k]);
                EXPECT_TRUE(a.high[k] == b.low[k] || (a.low[k] == b.low[k] && a.high[k] == b.high[k]));
            }
            cell = dice.chance(0.5) ? a : b;
        }
    }
}

TEST(RotationCell, NoRotationIsFartherFromTheMiddleThanTheRadius) {
    Dice dice(9);
    double most = 0;
    for (const RotationCell& face : all_rotations()) {
        RotationCell cell = face;
        for (int halving = 0; halving < 15; ++halving) {
            for (int sample = 0; sample < 100; ++sample)
                most = std::max(most, angle_between(cell.middle(), rotation_in(cell, dice)) / cell.radius_rad());
            cell = cell.halves()[dice.chance(0.5) ? 0 : 1];
        }
    }
    EXPECT_LE(most, 1);
    EXPECT_GT(most, 0.8);
}

TEST(RotationCell, TheFacesHoldEveryRotation) {
    Dice dice(10);
    for (int sample = 0; sample < 2000; ++sample) {
        const Rotation turned = rotation_of({dice.between(-3.1, 3.1), dice.between(-1.5, 1.5), dice.between(-3.1, 3.1)},
                                            OrientationOrder::zyx);
        const auto cells = all_rotations();
        EXPECT_TRUE(std::ranges::any_of(cells, [&](const RotationCell& cell) {
            return angle_between(cell.middle(), turned) <= cell.radius_rad();
        }));
    }
}

}  // namespace
}  // namespace hexscan
