// The largest mass in a box. For a symmetric machine it equals a computation by hand. For random machines no sample
// refutes the proved mass, and the reported pose refutes a slightly larger one.

#include "src/check/carried_mass.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "src/check/check_tuning.h"
#include "src/files/platform_file.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/platform.h"
#include "tests/support/box_about.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

constexpr double gravity = 9.80665;

/// The largest load of a leg under a mass, as a fraction of its limit.
double effort(Machine machine, const Pose& pose, double mass_kg) {
    Load& load = *machine.load;
    const double force_n = length_of(vector_of(load.force));
    for (double& part : load.force) part *= mass_kg * gravity / force_n;
    load.torque = {};
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    return effort_of(PosedForces(machine, turned).at(pose.position_m), load);
}

TEST(CarriedMass, OfASymmetricMachineIsThatByHand) {
    Machine machine = built_in_platform().machine;
    machine.load = Load{.force = {0, 0, -3}, .torque = {5, 5, 5}};
    machine.load->max_force.emplace().fill(100);
    const Pose& home = *machine.home;
    // Each leg carries a sixth of the weight, divided by the cosine of its lean.
    const double by_hand_kg = 600 / gravity * home.position_m.z / leg_shapes(machine, home)[0].value;
    const CarriedMass mass = carried_mass(machine, box_about(home, 0, 0)).value();
    EXPECT_LE(mass.proved_kg, by_hand_kg);
    EXPECT_NEAR(mass.proved_kg, by_hand_kg, 1e-9 * by_hand_kg);
    EXPECT_NEAR(mass.fails_kg, by_hand_kg, 1e-9 * by_hand_kg);
    EXPECT_EQ(limits_of(machine)[mass.limit].kind, &force_limit);
}

TEST(CarriedMass, IsAskedOfLoadsThatArePushesWithinLimits) {
    Machine machine = built_in_platform().machine;
    const PoseBox box = box_about(*machine.home, 0.01, 0.01);
    EXPECT_FALSE(carried_mass(machine, box));
    machine.load = Load{.force = {0, 0, -3}};
    EXPECT_FALSE(carried_mass(machine, box));
    machine.load->max_force.emplace().fill(100);
    EXPECT_TRUE(carried_mass(machine, box));
    machine.load->max_force->fill(1e-170);
    EXPECT_FALSE(carried_mass(machine, box)) << "its square is 0";
    machine.load->max_force->fill(100);
    machine.load->force = {};
    machine.load->torque = {1, 0, 0};
    EXPECT_FALSE(carried_mass(machine, box));
}

TEST(CarriedMass, OfRandomMachinesIsRefutedByNoSample) {
    using leg_oracle::Kind;
    Dice dice(37);
    std::array<int, 3> found{}, close{};
    const auto seeds = how_many_seeds(45);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Machine machine = random_platform(seed).machine;
        if (seed % 3 > 0) {
            const RandomLegMachine random = random_leg_machine(seed % 3 == 1 ? Kind::slider : Kind::rotary, seed);
            machine = rod_machine(random.machine, random.home);
        }
        // Nearly nothing is proved for legs that do not reach or hold the platform badly.
        if (!machine.home || !std::ranges::all_of(leg_shapes(machine, *machine.home), &LegShape::closes)) continue;
        if (!(conditioning(machine, *machine.home).condition < 20)) continue;
        const double size_m = longest_leg_m(machine), force_n = dice.magnitude(1e-3, 1e6);
        const auto components = [&](double size) {
            const Vector v = random_vector(dice, size);
            return std::array<double, 3>{v.x, v.y, v.z};
        };
        machine.load = Load{components(1), components(size_m), components(0.2 * size_m)};
        if (seed % 3 < 2 || seed % 2 == 0) {
            machine.load->max_force.emplace();
            for (double& most_n : *machine.load->max_force) most_n = force_n * dice.magnitude(0.1, 10);
        }
        if (seed % 3 == 2) machine.load->max_torque.emplace().fill(force_n * size_m);
        // Rods can be much shorter than their rails.
        const double width = dice.magnitude(1e-4, 0.01) * (seed % 3 == 1 ? 0.1 : 1);
        const PoseBox box = box_about(*machine.home, width * size_m, width);
        const CarriedMass mass = carried_mass(machine, box).value();
        EXPECT_GE(mass.fails_kg, mass.proved_kg) << seed;
        EXPECT_GT(effort(machine, mass.at, mass.fails_kg * (1 + 1e-9)), 1) << seed;
        const auto at = coordinates_of(mass.at);
        for (std::size_t k = 0; k < at.size(); ++k) EXPECT_TRUE(box.low[k] <= at[k] && at[k] <= box.high[k]) << seed;
        if (!(mass.proved_kg > 0)) continue;
        ++found[seed % 3];
        close[seed % 3] += mass.fails_kg <= (1 + 1.01 * tuning::mass_width) * mass.proved_kg ? 1 : 0;
        for (int k = 0; k < 200; ++k) {
            std::array<double, PoseBox::dimensions> place{};
            for (std::size_t axis = 0; axis < place.size(); ++axis)
                place[axis] = dice.chance(0.3) ? box.low[axis] : dice.between(box.low[axis], box.high[axis]);
            ASSERT_LE(effort(machine, pose_at(place), mass.proved_kg), 1 + 1e-12) << seed;
        }
    }
    if (asks_few()) return;
    for (std::size_t sort = 0; sort < found.size(); ++sort)
        EXPECT_TRUE(found[sort] > 1 && close[sort] > 1) << "masses of 0 are proved, too";
}

}  // namespace
