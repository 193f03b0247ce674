// Tests that the engines of devices leave no question to the CPU.

#include <cstdint>
#include <memory>
#include <optional>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/machine/home_state.h"
#include "src/scan/map_kind.h"
#include "src/scan_cuda/cuda_engines.h"
#include "tests/support/random/random_set.h"
#include "tests/support/random/shared_limits_scan.h"
#include "tests/support/scanned.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A random machine, often with limits that legs share and at a set of orientations, and some of the maps that exist
/// for it.
Platform random_question(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = hexscan_test::random_scan(seed);
    Machine& machine = platform.machine;
    const Pose near = pose_near_home(machine);
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

TEST(GpuQuestions, NoneIsLeftToTheCpu) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed)
        EXPECT_NE(cuda_engine_for(make_scan_plan(random_question(seed))), nullptr) << "seed " << seed;
}

using GpuQuestionsOnDevice = OnDevice<testing::Test>;

/// Number of kernels that have run. Only the substitute for CUDA counts them, a real device does not.
std::optional<std::int64_t> kernels_run() {
#if defined(HEXSCAN_CUDA_ON_HOST)
    return cuda_on_host::kernels_run;
#else
    return std::nullopt;
#endif
}

TEST_F(GpuQuestionsOnDevice, AreAnsweredByKernelsLikeTheReference) {
    std::int64_t compared = 0;
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        Platform platform = random_question(seed);
        platform.scan.x.count = 21;
        platform.scan.y.count = 3;
        platform.scan.z.count = 2;
        const ScanPlan plan = make_scan_plan(platform);
        const auto before = kernels_run();
        const std::unique_ptr<PreparedScan> scan = scanned(*cuda_engine_for(plan), plan);
        if (before) {
            EXPECT_GT(*kernels_run(), *before) << "seed " << seed;
        }
        const Verification result = verify_against(*scanned(reference_engine(), plan), *scan, plan);
        EXPECT_EQ(result.unwritten_points, 0) << "seed " << seed;
        EXPECT_EQ(result.differences, 0) << "seed " << seed;
        compared += plan.points() * static_cast<std::int64_t>(1 + plan.maps.size());
    }
    EXPECT_GT(compared, 20'000);
}

/// The grid has more rows than a launch can have. Bands of rows are scanned one after the other.
TEST_F(GpuQuestionsOnDevice, WithManyRowsEqualTheReference) {
    Platform platform = built_in_platform();
    platform.scan.x.count = 5;
    platform.scan.y.count = 65'540;
    platform.scan.z.to_m = platform.scan.z.from_m;
    platform.scan.z.count = 1;
    platform.scan.questions.maps = {MapKind::clearance, MapKind::rate};
    for (const bool share_limits : {false, true}) {
        if (share_limits) platform.machine.legs_apart = LegsApart{0.05, 0.02, 0.3, {}};
        const ScanPlan plan = make_scan_plan(platform);
        const Engine* const engine = cuda_engine_for(plan);
        ASSERT_NE(engine, nullptr);
        const Verification result = verify_against(*scanned(reference_engine(), plan), *scanned(*engine, plan), plan);
        EXPECT_EQ(result.unwritten_points, 0);
        EXPECT_EQ(result.differences, 0);
    }
}

}  // namespace
