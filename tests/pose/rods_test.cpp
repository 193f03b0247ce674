#include "src/machine/rods.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "src/machine/legs/posed_leg.h"
#include "tests/pose/random_rods.h"
#include "tests/support/random/any_machine.h"
#include "tests/support/random/how_many.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

TEST(Rods, SlopesAreTheDerivativesOfTheEquations) {
    Dice dice(1);
    constexpr double step = 1e-6;
    for (int machine = 0; machine < 20; ++machine) {
        const auto [rods, at] = random_rods(dice);
        const Matrix6 slopes = rods.closing_at(at).slopes;
        for (Eigen::Index k = 0; k < leg_count; ++k) {
            Vector6 by = Vector6::Zero();
            by(k) = step;
            const auto after = equations(rods, moved(at, rods.motion(by)));
            const auto before = equations(rods, moved(at, rods.motion(-by)));
            for (std::size_t i = 0; i < leg_count; ++i)
                EXPECT_NEAR((after[i] - before[i]) / (2 * step), slopes(static_cast<Eigen::Index>(i), k), 1e-7);
        }
    }
}

TEST(Rods, AnglesBetweenRotations) {
    const Rotation turned = rotation_of({0.3, -0.4, 2}, OrientationOrder::zyx);
    for (const double angle : {1e-12, 1e-6, 0.1, 1.0, std::numbers::pi / 2})
        EXPECT_NEAR(angle_between(turned, turned_on(turned, {0, std::sin(angle), 0})), angle, 1e-15 + 1e-14 * angle);
    const Rotation half_turn{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
    EXPECT_NEAR(angle_between(half_turn, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), std::numbers::pi, 1e-15);
}

TEST(Rods, CloseAtThePoseWhoseJointValuesTheyHave) {
    int telescopic = 0, with_rods = 0;
    const auto machines = how_many(300);
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(machines); ++seed) {
        Pose near;
        const Machine machine = any_machine(seed, near);
        const auto shapes = leg_shapes(machine, near);
        PerLeg values{};
        bool closes = true;
        for (std::size_t i = 0; i < leg_count; ++i) values[i] = shapes[i].value, closes &= shapes[i].closes;
        if (!closes) continue;
        ++(machine.is_telescopic() ? telescopic : with_rods);
        const Rods rods = rods_of(machine, values);
        const Placed at = rods.placed(near);
        EXPECT_LE(rods.residual_m(at), 1e-12 * (length_of(near.position_m) + rods.lengths_m[0] + rods.size_m)) << seed;
    }
    EXPECT_GT(telescopic, 30 * machines / 300);
    EXPECT_GT(with_rods, 60 * machines / 300);
}

TEST(Rods, CloseFromNearby) {
    Dice dice(2);
    for (int machine = 0; machine < 200; ++machine) {
        const auto [rods, at] = random_rods(dice);
        const auto closed = rods.closed_from(moved(at, random_motion(dice, 1e-3, 1e-3)));
        ASSERT_TRUE(closed) << machine;
        EXPECT_LE(rods.residual_m(*closed), 1e-12) << machine;
    }
}

TEST(Rods, FitLengthsThatHaveNoPose) {
    Dice dice(17);
    for (int machine = 0; machine < 50; ++machine) {
        auto [rods, at] = random_rods(dice);
        for (double& length_m : rods.lengths_m) length_m += dice.between(-0.3, 0.3);
        const Placed fitted = rods.fitted_from(at);
        const auto squares = [&, rods = rods](const Placed& pose) {
            double sum = 0;
            for (std::size_t i = 0; i < leg_count; ++i) {
                const double off =
                    length_of(pose.position_m + pose.turned(rods.joints_m[i]) - rods.feet_m[i]) - rods.lengths_m[i];
                sum += off * off;
            }
            return sum;
        };
        for (int motion = 0; motion < 20; ++motion)
            EXPECT_LE(squares(fitted), squares(moved(fitted, random_motion(dice, 1e-3, 1e-3))) + 1e-12) << machine;
    }
}

TEST(Rods, ResidualIsTheLargestErrorOfAnyRod) {
    Dice dice(4);
    const auto [closed, at] = random_rods(dice);
    for (std::size_t i = 0; i < leg_count; ++i) {
        Rods rods = closed;
        rods.lengths_m[i] += 0.1;
        EXPECT_NEAR(rods.residual_m(at), 0.1, 1e-14) << i;
    }
}

TEST(Rods, DoNotCloseIfOneIsTooShort) {
    Dice dice(3);
    auto [rods, at] = random_rods(dice);
    rods.lengths_m[0] = 50;
    EXPECT_FALSE(rods.closed_from(at));
}

}  // namespace
}  // namespace hexscan
