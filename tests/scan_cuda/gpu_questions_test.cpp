// Tests which questions the engines of devices leave to the CPU. No device is needed.

#include <cstdint>

#include <gtest/gtest.h>

#include "src/machine/home_state.h"
#include "src/scan/map_kind.h"
#include "src/scan_cuda/cuda_engines.h"
#include "tests/support/random/random_set.h"
#include "tests/support/random/shared_limits_scan.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A random machine, often with limits that legs share and at a set of orientations, and some of the maps that exist
/// for it.
Platform random_question(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = hexscan_test::random_scan(seed);
    Machine& machine = platform.machine;
    const Pose near = machine.home ? *machine.home : Pose{{0, 0, longest_leg_m(machine)}, {}};
    if (dice.chance(0.5)) ask_shared_limits(machine, near, dice);
    if (dice.chance(0.3)) ask_force_limits(machine, dice);
    if (dice.chance(0.3)) ask_stiffness(machine, seed);
    platform.scan.workspace = WorkspaceKind::constant;
    if (dice.chance(0.6))
        add_random_set(seed, dice.chance(0.5) ? WorkspaceKind::inclusive : WorkspaceKind::total, platform);
    if (platform.scan.orientations.is_single()) platform.scan.workspace = WorkspaceKind::constant;
    for (const MapKind map : all_maps()) {
        const MapDefinition& definition = definition_of(map);
        const bool exists = (!definition.machine_problem || definition.machine_problem(machine).empty()) &&
                            (!definition.problem || definition.problem(platform.scan.orientations).empty());
        if (exists && dice.chance(0.15)) platform.scan.questions.maps.push_back(map);
    }
    return platform;
}

TEST(GpuQuestions, OnlyClearancesOfSharedLimitsAreLeftToTheCpu) {
    int answered = 0, left_to_the_cpu = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const ScanPlan plan = make_scan_plan(random_question(seed));
        const bool has_kernels =
            !plan.has_shared_limits() || (!plan.asks_for(MapKind::clearance) && !plan.asks_for(MapKind::limit));
        EXPECT_EQ(cuda_engine_for(plan) != nullptr, has_kernels) << "seed " << seed;
        ++(has_kernels ? answered : left_to_the_cpu);
    }
    EXPECT_GT(answered, 700);
    EXPECT_GT(left_to_the_cpu, 50);
}

}  // namespace
