// Errors of the tool and rates of the legs. Compares them with differences of independent inverse kinematics: the
// test's own for telescopic legs and sliders, the oracle's for arms.

#include "src/machine/shared/leg_motion.h"
#include "src/files/platform_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include <gtest/gtest.h>

#include "src/machine/home_state.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/platform.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/rod_machine.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;
using leg_oracle::Point;

/// A leg's value after the platform is moved and turned about its tool by a small rotation vector.
double value_after(const leg_oracle::Machine& machine, std::size_t leg, const leg_oracle::Pose& pose,
                   const Point& moved, const Point& turned) {
    const Point b = leg_oracle::rotated(machine.legs[leg].platform, pose, machine.order);
    const Point joint{pose.x + moved.x + b.x + turned.y * b.z - turned.z * b.y,
                      pose.y + moved.y + b.y + turned.z * b.x - turned.x * b.z,
                      pose.z + moved.z + b.z + turned.x * b.y - turned.y * b.x};
    const Point& a = machine.legs[leg].base;
    const Point l{joint.x - a.x, joint.y - a.y, joint.z - a.z}, e = machine.legs[leg].rail;
    if (machine.legs[leg].kind == Kind::telescopic) return std::hypot(l.x, l.y, l.z);
    if (machine.legs[leg].kind == Kind::slider) {
        const double rail = std::hypot(e.x, e.y, e.z), along = (l.x * e.x + l.y * e.y + l.z * e.z) / rail;
        const double across_sq = l.x * l.x + l.y * l.y + l.z * l.z - along * along;
        const double rest = std::sqrt(machine.legs[leg].rod * machine.legs[leg].rod - across_sq);
        return machine.legs[leg].branch == leg_oracle::Branch::behind ? along - rest : along + rest;
    }
    return leg_oracle::leg_state(machine.legs[leg], joint).value;
}

using Rows = std::array<std::array<double, 6>, 6>;

/// Derivatives of each leg's value by the tool's motion and the platform's rotation, by central differences.
Rows oracle_rows(const leg_oracle::Machine& machine, const leg_oracle::Pose& pose, double size) {
    Rows rows{};
    const double step = 1e-6;
    for (std::size_t leg = 0; leg < 6; ++leg)
        for (std::size_t k = 0; k < 6; ++k) {
            std::array<double, 6> way{};
            way[k] = k < 3 ? step * size : step;
            const auto at = [&](double sign) {
                return value_after(machine, leg, pose, {sign * way[0], sign * way[1], sign * way[2]},
                                   {sign * way[3], sign * way[4], sign * way[5]});
            };
            const double change = at(1) - at(-1);
            const bool is_angle = machine.legs[leg].kind == Kind::rotary;
            rows[leg][k] = (is_angle ? std::remainder(change, 2 * std::numbers::pi) : change) / (2 * way[k]);
        }
    return rows;
}

/// The inverse, by Gauss and Jordan. The column of a leg is the motion that changes only its value.
Rows inverse(Rows rows) {
    Rows result{};
    for (std::size_t i = 0; i < 6; ++i) result[i][i] = 1;
    for (std::size_t k = 0; k < 6; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k; i < 6; ++i)
            if (std::abs(rows[i][k]) > std::abs(rows[pivot][k])) pivot = i;
        std::swap(rows[k], rows[pivot]);
        std::swap(result[k], result[pivot]);
        const double divisor = rows[k][k];
        for (std::size_t j = 0; j < 6; ++j) rows[k][j] /= divisor, result[k][j] /= divisor;
        for (std::size_t i = 0; i < 6; ++i) {
            const double factor = i == k ? 0 : rows[i][k];
            for (std::size_t j = 0; j < 6; ++j)
                rows[i][j] -= factor * rows[k][j], result[i][j] -= factor * result[k][j];
        }
    }
    return result;
}

TEST(LegMotion, IsThatOfDifferencesOfInverseKinematics) {
    std::array<int, 3> told{};
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        Dice dice(seed + 5);
        const Kind kind = seed % 3 == 0 ? Kind::slider : seed % 3 == 1 ? Kind::rotary : Kind::telescopic;
        const RandomLegMachine random =
            kind == Kind::telescopic ? universal_leg_machine(kind, seed) : random_leg_machine(kind, seed);
        const Machine machine = rod_machine(random.machine, random.home);
        const leg_oracle::Pose asked = pose_near_home(random, dice);
        const Pose pose = pose_of(asked);
        const PosedMotion motion(machine, rotation_of(pose.orientation, machine.orientation_order));
        const double size_m = random.span, error = motion.error(pose.position_m);
        const double rate = motion.rate(pose.position_m), turn_rate = motion.turn_rate(pose.position_m);
        // Differences are inaccurate near singularities and near the edges of branches.
        const double value_size = kind == Kind::rotary ? size_m : 1;
        if (!(conditioning(machine, pose).condition < 1e3) || !(rate * value_size < 50)) continue;
        ++told[seed % 3];
        const Rows rows = oracle_rows(random.machine, asked, size_m), moves = inverse(rows);
        double most_rate = 0, most_turn_rate = 0, most_error = 0;
        for (const auto& row : rows) {
            most_rate = std::max(most_rate, std::hypot(row[0], row[1], row[2]));
            most_turn_rate = std::max(most_turn_rate, std::hypot(row[3], row[4], row[5]));
        }
        for (unsigned signs = 0; signs < 64; ++signs) {
            std::array<double, 3> moved{};
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t leg = 0; leg < 6; ++leg)
                    moved[k] += ((signs >> leg & 1U) == 0 ? 1 : -1) * moves[k][leg];
            most_error = std::max(most_error, std::hypot(moved[0], moved[1], moved[2]));
        }
        EXPECT_NEAR(rate / most_rate, 1, 1e-4) << seed;
        EXPECT_NEAR(turn_rate / most_turn_rate, 1, 1e-4) << seed;
        EXPECT_NEAR(error / most_error, 1, 1e-3) << seed;
    }
    for (const int many : told) EXPECT_GT(many, 100);
}

/// A telescopic leg is as fast as the tool if the tool moves along it.
TEST(LegMotion, OfTelescopicLegsHasARateOfOne) {
    const Machine machine = built_in_platform().machine;
    const PosedMotion motion(machine, rotation_of({}, machine.orientation_order));
    EXPECT_EQ(motion.rate({0.1, 0.2, 1.4}), 1);
    EXPECT_GT(motion.error({0.1, 0.2, 1.4}), 0.5);
    EXPECT_NEAR(motion.error(machine.home->position_m), worst_pose_error(machine, *machine.home, 1)->displacement_m,
                1e-9);
}

TEST(LegMotion, IsInfiniteAtSingularities) {
    Machine machine = built_in_platform().machine;
    machine.platform.points_m = machine.base.points_m;
    const PosedMotion motion(machine, rotation_of({}, machine.orientation_order));
    EXPECT_TRUE(std::isinf(motion.error({0, 0, 1})));
    EXPECT_TRUE(std::isinf(motion.error({0, 0, 0})));
    EXPECT_TRUE(std::isinf(motion.rate({0, 0, 0})));
}

/// Rounding makes the matrix of similar hexagons invertible, and the resulting errors are only rounding.
TEST(LegMotion, IsInfiniteWhereLegsAreSingularToRounding) {
    Machine machine = built_in_platform().machine;
    put_on_similar_hexagons(machine);
    const PosedMotion motion(machine, rotation_of({}, machine.orientation_order));
    for (int k = 0; k < 50; ++k) EXPECT_TRUE(std::isinf(motion.error({0.013 * k, 0.2 - 0.007 * k, 1 + 0.01 * k}))) << k;
    EXPECT_EQ(motion.rate({0.1, 0.2, 1.4}), 1);
}

/// Even if a rod that is too short would have a foot to which it is not perpendicular.
TEST(LegMotion, IsInfiniteWhereRodsDoNotReach) {
    const RandomLegMachine random = random_leg_machine(Kind::rotary, 4);
    const Machine machine = rod_machine(random.machine, random.home);
    const Pose home = pose_of(random.home);
    const PosedMotion motion(machine, rotation_of(home.orientation, machine.orientation_order));
    EXPECT_FALSE(std::isinf(motion.rate(home.position_m)));
    for (int k = 1; k < 30; ++k) {
        const Vector away = home.position_m + Vector{3.0 * k * random.span, 0, 1.0 * k * random.span};
        EXPECT_TRUE(std::isinf(motion.rate(away)) && std::isinf(motion.turn_rate(away)) &&
                    std::isinf(motion.error(away)))
            << k;
    }
}

}  // namespace
