// Rows of legs over boxes of poses, and what follows from them. No pose is farther from the polynomials than they say,
// no load is beyond its bounds, and shipped machines are proved in boxes nearly as wide as possible.

#include "src/check/shared/taylor_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "src/check/check_tuning.h"
#include "src/check/condition_search.h"
#include "src/check/shared/force_bounds.h"
#include "src/check/shared_bounds.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/singularity.h"
#include "tests/support/box_about.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/shared_limits_machine.h"
#include "tests/support/shipped.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The rows at a pose. Nullopt if a rod does not reach.
std::optional<Matrix6> rows_at(const Machine& machine, const Pose& pose, RodVector vector) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const LegLines lines(machine, turned, {0, 0, 0});
    const std::array<Vector, leg_count> arms = relative_arms(machine);
    Matrix6 rows;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const LegLine line = lines.at(i, pose.position_m);
        if (!line.closes) return std::nullopt;
        const double length = machine.is_telescopic()      ? 1
                              : vector == RodVector::plain ? line.length_m
                                                           : 1 / std::abs(line.along_motion);
        const Vector3 v = length * eigen(line.direction);
        rows.row(static_cast<Eigen::Index>(i)) = row_of(v, eigen(turned(arms[i])).cross(v));
    }
    return rows;
}

Matrix6 value_at(const TaylorRows& legs, const Pose& pose) {
    const auto at = coordinates_of(pose), middle = coordinates_of(legs.box.around().middle);
    std::array<double, PoseBox::dimensions> t{};
    Matrix6 sum = legs.rows.middle;
    for (std::size_t k = 0; k < legs.box.count(); ++k) {
        const std::size_t axis = legs.box.axis(k);
        t[k] = (at[axis] - middle[axis]) / legs.box.around().half_widths[axis];
        sum += t[k] * legs.rows.first[k] + t[k] * t[k] / 2 * legs.rows.second[k][k];
        for (std::size_t j = 0; j < k; ++j) sum += t[k] * t[j] * legs.rows.second[k][j];
    }
    return sum;
}

TEST(TaylorRows, AreNoFartherFromAPoseThanTheySay) {
    std::array<int, 3> known{}, tight{};
    for (int number = 0; number < how_many(1200); ++number) {
        Dice dice(static_cast<std::uint64_t>(number) + 900);
        Pose near;
        Sort sort{};
        Machine machine = random_machine(static_cast<std::uint64_t>(number), dice, near, sort, 0);
        if (dice.chance(0.5)) machine.orientation_order = OrientationOrder::xyz;
        const PoseBox box = random_box(machine, near, dice);
        const RodVector vector = dice.chance(0.5) ? RodVector::plain : RodVector::over_along;
        const TaylorRows legs(machine, rod_bounds(machine), box, vector);
        if (!legs.are_bounded()) continue;
        double farthest = 0;
        for (int k = 0; k < 40; ++k) {
            const Pose pose = random_pose(box, dice);
            const auto rows = rows_at(machine, pose, vector);
            ASSERT_TRUE(rows) << number << ": where rows are bounded, all rods reach";
            const Matrix6 off = value_at(legs, pose) - *rows;
            for (Eigen::Index i = 0; i < off.rows(); ++i) {
                ASSERT_LE(off.row(i).norm(), legs.rests(i)) << number << ", leg " << i + 1;
                farthest = std::max(farthest, off.row(i).norm() / legs.rests(i));
            }
        }
        ++known[static_cast<std::size_t>(sort)];
        tight[static_cast<std::size_t>(sort)] += farthest > 0.02 ? 1 : 0;
    }
    if (asks_few()) return;
    for (std::size_t sort = 0; sort < known.size(); ++sort) {
        EXPECT_GT(known[sort], 100) << sort;
        EXPECT_GT(tight[sort], known[sort] / 3) << "bounds that say nothing are right, too";
    }
}

TEST(LoadsInBox, ContainTheLoadsOfAllItsPoses) {
    std::array<int, 3> known{}, tight{};
    for (int number = 0; number < how_many(1200); ++number) {
        Dice dice(static_cast<std::uint64_t>(number) + 77);
        Pose near;
        Sort sort{};
        const Machine machine = random_machine(static_cast<std::uint64_t>(number), dice, near, sort, 1);
        if (!machine.load) continue;
        const LegLoad kind = sort == Sort::rotary && dice.chance(0.5) ? LegLoad::torque : LegLoad::force;
        const PoseBox box = random_box(machine, near, dice);
        const auto loads = loads_in(machine, rod_bounds(machine), box, kind);
        if (!loads) continue;
        std::array<Interval, leg_count> met;
        met.fill({infinity, -infinity});
        for (int k = 0; k < 60; ++k) {
            const Pose pose = random_pose(box, dice);
            const auto forces =
                PosedForces(machine, rotation_of(pose.orientation, machine.orientation_order)).at(pose.position_m);
            ASSERT_TRUE(forces.hold) << number;
            for (std::size_t i = 0; i < leg_count; ++i) {
                const double load = kind == LegLoad::force ? forces.rod_n[i] : std::abs(forces.servo_nm[i]);
                const Interval& bound = (*loads)[i];
                ASSERT_TRUE(kind == LegLoad::torque || bound.contains(load)) << number << ", leg " << i + 1;
                ASSERT_LE(std::abs(load), bound.magnitude()) << number << ", leg " << i + 1;
                met[i] = hull(met[i], load);
            }
        }
        ++known[static_cast<std::size_t>(sort)];
        const double widest = std::ranges::max(*loads, {}, &Interval::magnitude).magnitude();
        double loosest = 0;
        for (std::size_t i = 0; i < leg_count; ++i)
            loosest = std::max(loosest, (*loads)[i].magnitude() - met[i].magnitude());
        tight[static_cast<std::size_t>(sort)] += loosest < 0.1 * widest ? 1 : 0;
    }
    if (asks_few()) return;
    for (std::size_t sort = 0; sort < known.size(); ++sort) {
        EXPECT_GT(known[sort], 50) << sort;
        EXPECT_GT(tight[sort], known[sort] / 2) << "bounds that say nothing are right, too";
    }
}

Machine shipped_with_legs_limits(const std::string& name) { return with_legs_limits_alone(shipped_machine(name)); }

/// The box about home with these half widths: of positions as a share of the joints' mean distance, and in radians.
PoseBox box_about_home(const Machine& machine, double half) {
    return box_about(*machine.home, half * characteristic_length_m(machine), half);
}

bool is_proved(const Machine& machine, double half) {
    return std::ranges::all_of(shared_bounds(machine), [&](const auto& bound) {
        ConditionSearch search(*bound, 1e-9 * longest_leg_m(machine), tuning::parts_of_shared_limits);
        search.prove(box_about_home(machine, half));
        return !search.violation() && !search.is_undecided();
    });
}

/// Half of home's conditioning. Boxes that are wider by the second number have a pose that violates it.
TEST(TaylorRows, ProveHalfOfHomesConditioningInWideBoxes) {
    struct Width {
        const char* machine;
        double proved, violated;
    };
    for (const auto& [name, proved_half, violated_half] :
         {Width{"case-study", 0.39, 0.4}, Width{"knaufinator-simulator", 0.1, 0.105}, Width{"pkm-6-pus", 0.27, 0.28},
          Width{"reachy-mini", 0.26, 0.32}}) {
        Machine machine = shipped_with_legs_limits(name);
        machine.singularity = SingularityLimit{false, 0.5 / conditioning(machine, *machine.home).condition, {}, {}, {}};
        EXPECT_TRUE(is_proved(machine, proved_half)) << name;
        EXPECT_FALSE(is_proved(machine, violated_half)) << name;
    }
}

/// Twice the largest force at home under a weight.
TEST(LoadsInBox, ProveTwiceHomesForcesInWideBoxes) {
    struct Width {
        const char* machine;
        double proved, violated;
    };
    for (const auto& [name, proved_half, violated_half] :
         {Width{"case-study", 0.24, 0.25}, Width{"knaufinator-simulator", 0.08, 0.13}, Width{"pkm-6-pus", 0.165, 0.175},
          Width{"reachy-mini", 0.21, 0.27}}) {
        Machine machine = shipped_with_legs_limits(name);
        machine.load = Load{{0, 0, -100}};
        const PosedForces forces(machine, rotation_of(machine.home->orientation, machine.orientation_order));
        double most_n = 0;
        for (const double force_n : forces.at(machine.home->position_m).rod_n)
            most_n = std::max(most_n, std::abs(force_n));
        machine.load->max_force.emplace().fill(2 * most_n);
        EXPECT_TRUE(is_proved(machine, proved_half)) << name;
        EXPECT_FALSE(is_proved(machine, violated_half)) << name;
    }
}

}  // namespace
