// Extreme forces and torques over poses. For one machine, independent numbers were computed with numpy from the joints'
// coordinates. For random machines no sample exceeds the proved bounds.

#include "src/check/figures/leg_loads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "src/check/requirement_check.h"
#include "src/files/platform_document.h"
#include "src/files/platform_file.h"
#include "src/files/requirement_file.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/singularity.h"
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

/// A machine file; `max_force` is its limit, "" for none.
PlatformDocument designer(const std::string& max_force) {
    return PlatformDocument(R"(name: test
units: {length: mm, angle: deg}
base: {radius: 300, spread: 15.32, axis: home, max_tilt: 45}
platform: {radius: 150, spread: 31, azimuth: 60, axis: home, max_tilt: 45}
home: {z: 400}
load: {force: [0, 0, -392], at: [0, 0, 150]}
requirements:
  - {name: large, x: [-60, 60], y: [-60, 60], z: [340, 460], roll: [-12, 12], pitch: [-12, 12], yaw: [-12, 12]}
  - {name: half, x: [-30, 30], y: [-30, 30], z: [370, 430], roll: [-6, 6], pitch: [-6, 6], yaw: [-6, 6]}
legs: {min: 250, max: 650)" + max_force +
                                "}\n",
                            "designer.yaml");
}

void expect_close(const LargestLoad& load, double right) {
    EXPECT_NEAR(load.met, right, 1.1e-3 * std::abs(right));
    EXPECT_NEAR(load.bound, right, 1.1e-3 * std::abs(right));
}

TEST(LegLoads, AreThoseOfAnotherProgram) {
    const PlatformDocument document = designer("");
    const Machine machine = read_platform(document).machine;
    const std::vector<Requirement> requirements = read_requirements(document, machine);
    const LegLoads large = leg_loads(machine, requirements.at(0).poses->spans());
    EXPECT_NEAR(large.pull.met, -106.93708, 0.11);
    EXPECT_NEAR(large.push.met, 245.17712, 0.25);
    // For a box of this size the search ends early.
    EXPECT_LE(large.pull.bound, -106.93708);
    EXPECT_GE(large.push.bound, 245.17712);
    EXPECT_NEAR(large.force_met_n(), 245.17712, 0.25);
    const LegLoads half = leg_loads(machine, requirements.at(1).poses->spans());
    expect_close(half.push, 143.770504);
    expect_close(half.pull, 4.6506807);
    EXPECT_FALSE(half.torque_nm);
}

TEST(LegLoads, ThatAreTooLargeAreToldByTheLargest) {
    for (const char* const limit : {"100", "140"}) {
        const PlatformDocument document = designer(std::string(", max_force: ") + limit);
        const Machine machine = read_platform(document).machine;
        const Requirement half = read_requirements(document, machine).at(1);
        const RequirementResult result = check_requirement(ProvenMachine(machine), half, Asked::outcome);
        ASSERT_EQ(result.outcome, Outcome::violated) << limit;
        ASSERT_TRUE(result.proof.least.state) << limit;
        EXPECT_NEAR(result.proof.least.state->asked, 143.770504, 0.2) << limit;
    }
    const PlatformDocument document = designer(", max_force: 144");
    const Machine machine = read_platform(document).machine;
    EXPECT_TRUE(is_proved(ProvenMachine(machine), read_requirements(document, machine).at(1)));
}

TEST(LegLoads, OfAWayAreThoseOfThePosesOnIt) {
    const PlatformDocument document = designer("");
    const Machine machine = read_platform(document).machine;
    const PoseSpan way{{-0.03, -0.03, 0.37, 0.1, -0.1, 0.1}, {0.03, 0.03, 0.43, -0.1, 0.1, 0.1}, true, 2, 3};
    const LegLoads loads = leg_loads(machine, std::array{way});
    double least = infinity, largest = -infinity;
    constexpr int steps = 2000;
    for (int k = 0; k <= steps; ++k) {
        std::array<double, PoseBox::dimensions> at{};
        for (std::size_t c = 0; c < at.size(); ++c) at[c] = way.from[c] + (way.to[c] - way.from[c]) * k / steps;
        const Pose pose = pose_at(at);
        const auto forces =
            PosedForces(machine, rotation_of(pose.orientation, machine.orientation_order)).at(pose.position_m);
        for (const double force_n : forces.rod_n)
            least = std::min(least, force_n), largest = std::max(largest, force_n);
    }
    expect_close(loads.push, largest);
    expect_close(loads.pull, least);
    EXPECT_GE(loads.push.along, 2);
    EXPECT_LE(loads.push.along, 3);
}

TEST(LegLoads, OfRandomMachinesAreRefutedByNoSample) {
    using leg_oracle::Kind;
    Dice dice(41);
    int close = 0, torques = 0;
    const auto seeds = how_many_seeds(18);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Machine machine = random_platform(seed).machine;
        if (seed % 3 > 0) {
            const RandomLegMachine random = random_leg_machine(seed % 3 == 1 ? Kind::slider : Kind::rotary, seed);
            machine = rod_machine(random.machine, random.home);
        }
        if (!machine.home || !std::ranges::all_of(leg_shapes(machine, *machine.home), &LegShape::closes)) continue;
        if (!(conditioning(machine, *machine.home).condition < 20)) continue;
        const double size_m = longest_leg_m(machine);
        const Vector force = random_vector(dice, 1), at = random_vector(dice, 0.2 * size_m);
        machine.load = Load{{force.x, force.y, force.z}, {0, 0, 0.1 * size_m}, {at.x, at.y, at.z}};
        const double width = dice.magnitude(1e-4, 0.01) * (seed % 3 == 1 ? 0.1 : 1);
        const PoseBox box = box_about(*machine.home, width * size_m, width);
        const LegLoads loads = leg_loads(machine, std::array{PoseSpan{box.low, box.high}});
        EXPECT_LE(loads.pull.bound, loads.pull.met) << seed;
        EXPECT_GE(loads.push.bound, loads.push.met) << seed;
        close += loads.push.bound - loads.push.met <= 1.01e-3 * std::abs(loads.push.met) ? 1 : 0;
        torques += loads.torque_nm ? 1 : 0;
        for (int k = 0; k < 200; ++k) {
            std::array<double, PoseBox::dimensions> place{};
            for (std::size_t axis = 0; axis < place.size(); ++axis)
                place[axis] = dice.chance(0.3) ? box.low[axis] : dice.between(box.low[axis], box.high[axis]);
            const Pose pose = pose_at(place);
            const auto forces =
                PosedForces(machine, rotation_of(pose.orientation, machine.orientation_order)).at(pose.position_m);
            const double rounding = 1e-9 * loads.force_met_n();
            for (std::size_t leg = 0; leg < leg_count; ++leg) {
                ASSERT_LE(forces.rod_n[leg], loads.push.bound + rounding) << seed;
                ASSERT_GE(forces.rod_n[leg], loads.pull.bound - rounding) << seed;
                if (loads.torque_nm) {
                    ASSERT_LE(std::abs(forces.servo_nm[leg]), loads.torque_nm->bound * (1 + 1e-9)) << seed;
                }
            }
        }
    }
    if (asks_few()) return;
    EXPECT_GT(close, 3);
    EXPECT_GT(torques, 1);
}

}  // namespace
