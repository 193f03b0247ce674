#include "src/machine/orientation_cell.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

Orientation orientation_in(std::mt19937_64& random, const OrientationCell& cell) {
    const auto at = [&](double middle, double half) {
        return middle + half * (random() % 2 == 0 ? (random() % 2 == 0 ? 1.0 : -1.0) : between(random, -1, 1));
    };
    return {at(cell.centre.roll_rad, cell.half_width.roll_rad), at(cell.centre.pitch_rad, cell.half_width.pitch_rad),
            at(cell.centre.yaw_rad, cell.half_width.yaw_rad)};
}

hexscan_oracle::Vector3 turned(const Orientation& o, const hexscan_oracle::Vector3& v) {
    return hexscan_oracle::rotate(v, o.roll_rad, o.pitch_rad, o.yaw_rad);
}

TEST(OrientationCell, NothingTurnsFurther) {
    std::mt19937_64 random(5);
    double tightest = 0;
    for (int round = 0; round < 4000; ++round) {
        const double size = std::pow(10, between(random, -4, 0.4));
        const OrientationCell cell{
            {between(random, -pi, pi), between(random, -pi, pi), between(random, -pi, pi)},
            {size * between(random, 0, 1), size * between(random, 0, 1), size * between(random, 0, 1)}};
        const double turn = largest_turn_rad(cell);
        for (int sample = 0; sample < 20; ++sample) {
            const Orientation other = orientation_in(random, cell);
            const hexscan_oracle::Vector3 point{between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)};
            const auto here = turned(cell.centre, point), there = turned(other, point);
            const double tilted = hexscan_oracle::angle_between(here, there);
            ASSERT_LE(tilted, turn + 1e-15);
            tightest = std::max(tightest, tilted / turn);
        }
    }
    EXPECT_GT(tightest, 0.95);  // the bound is attained, or almost
}

TEST(OrientationCell, IsExactAboutOneAxis) {
    EXPECT_NEAR(largest_turn_rad({{0.3, 0, 0.2}, {0, 0, 0.5}}), 0.5, 1e-15);
    EXPECT_NEAR(largest_turn_rad({{0.3, 1, 0.2}, {0, 0.25, 0}}), 0.25, 1e-15);
    // At a pitch of 90 degrees, roll and yaw rotate about the same axis.
    EXPECT_NEAR(largest_turn_rad({{0, pi / 2, 0}, {0.1, 0, 0.2}}), 0.3, 1e-14);
    EXPECT_LE(largest_turn_rad({{0, 0, 0}, {6, 6, 6}}), pi + 1e-15);
}

}  // namespace
}  // namespace hexscan
