// Compares sets of orientations that a device scans one after the other with the reference on the host.

#include <cstdint>
#include <memory>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "src/scan_cuda/cuda_engines.h"
#include "tests/support/random/random_set.h"
#include "tests/support/random/shared_limits_machine.h"
#include "tests/support/random/shared_limits_scan.h"
#include "tests/support/scanned.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

using GpuTurns = OnDevice<testing::Test>;

/// A random machine with limits that legs share, at a set of orientations. Requests the maps that the engine supports.
Platform random_set_scan(std::uint64_t seed, Dice& dice) {
    Platform platform = random_scan(seed);
    Machine& machine = platform.machine;
    const Pose near = pose_near_home(machine);
    ask_shared_limits(machine, near, dice);
    if (dice.chance(0.3)) ask_force_limits(machine, dice);
    if (dice.chance(0.3)) ask_stiffness(machine, seed);
    add_random_set(seed, seed % 2 == 0 ? WorkspaceKind::inclusive : WorkspaceKind::total, platform);
    const OrientationSet& set = platform.scan.orientations;
    if (!set.is_single() && (seed % 2 == 1 || dice.chance(0.5))) platform.scan.questions.maps.push_back(MapKind::share);
    if (set.tilt && (seed % 2 == 1 || dice.chance(0.5))) platform.scan.questions.maps.push_back(MapKind::tilt);
    platform.scan.x.count = 41;
    platform.scan.y.count = 5;
    platform.scan.z.count = 3;
    return platform;
}

void expect_equal(const ScanPlan& plan, const Engine& expected, std::uint64_t seed) {
    const std::unique_ptr<PreparedScan> right = scanned(expected, plan);
    const std::unique_ptr<PreparedScan> scan = cuda_turns_engine()->prepare(plan);
    // Scans twice, because nothing of a scan may remain for the next one.
    for (const std::uint8_t pattern : {std::uint8_t{0x55}, std::uint8_t{0xAA}}) {
        scan->poison(pattern);
        scan->scan();
        const Verification result = verify_against(*right, *scan, plan);
        EXPECT_EQ(result.unwritten_points, 0) << "seed " << seed;
        EXPECT_EQ(result.differences, 0) << "seed " << seed;
    }
}

TEST_F(GpuTurns, EqualTheReferenceOfMachinesWithSharedLimits) {
    Dice dice(41);
    std::int64_t compared = 0, kept = 0, of_all = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const ScanPlan plan = make_scan_plan(random_set_scan(seed, dice));
        if (!plan.has_shared_limits() || plan.is_single()) continue;
        ASSERT_TRUE(cuda_turns_engine()->supports(plan)) << "seed " << seed;
        expect_equal(plan, reference_engine(), seed);
        ++compared;
        of_all += plan.points();
        const auto right = scanned(reference_engine(), plan);
        for (int slice = 0; slice < plan.slices(); ++slice) kept += right->slice(slice).reachable_points();
    }
    EXPECT_GT(compared, 35);
    EXPECT_GT(kept, of_all / 50);
    EXPECT_LT(kept, of_all - of_all / 50);
}

/// The engine also scans sets without shared limits, although others do so faster.
TEST_F(GpuTurns, EqualTheReferenceOfMachinesWithoutSharedLimits) {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Platform platform = random_scan(seed);
        add_random_set(seed, seed % 2 == 0 ? WorkspaceKind::inclusive : WorkspaceKind::total, platform);
        platform.scan.x.count = 41;
        platform.scan.y.count = 5;
        platform.scan.z.count = 3;
        const ScanPlan plan = make_scan_plan(platform);
        if (plan.is_single()) continue;
        ASSERT_TRUE(cuda_turns_engine()->supports(plan)) << "seed " << seed;
        expect_equal(plan, reference_engine(), seed);
        ++compared;
    }
    EXPECT_GT(compared, 15);
}

/// A set of orientations of the built-in machine, whose legs must keep apart and avoid singularities.
Platform with_shared_limits() {
    Platform platform = built_in_platform();
    platform.scan.orientations.roll = {-0.2, 0.2, 3};
    platform.scan.orientations.yaw = {-0.3, 0.3, 3};
    platform.scan.workspace = WorkspaceKind::inclusive;
    platform.scan.questions.maps = {MapKind::share};
    platform.machine.legs_apart = LegsApart{0.1, 0.01, 0.05, {}};
    platform.machine.singularity = SingularityLimit{true, 0.05, {}, false, false};
    return platform;
}

/// Words are partly beyond the last column, and the grid has many of them.
TEST_F(GpuTurns, EqualTheHostOnADenseGrid) {
    Platform platform = with_shared_limits();
    platform.scan.x.count = 211;
    platform.scan.y.count = 101;
    platform.scan.z.count = 9;
    const ScanPlan plan = make_scan_plan(platform);
    ASSERT_EQ(cuda_engine_for(plan), cuda_turns_engine());
    expect_equal(plan, reference_engine(), 0);
}

/// All points are reachable at the first orientation, or none is. So the engine need not scan the others.
TEST_F(GpuTurns, EqualTheReferenceIfTheFirstOrientationDecides) {
    Platform platform = with_shared_limits();
    platform.scan.questions.maps.clear();
    platform.machine.legs_apart->diameter = 0.01;
    for (ScanRange* const range : {&platform.scan.x, &platform.scan.y}) *range = {-0.01, 0.01, 40};
    const double home_m = platform.machine.home->position_m.z;
    platform.scan.z = {home_m, home_m + 0.01, 3};
    const ScanPlan all = make_scan_plan(platform);
    expect_equal(all, reference_engine(), 0);
    EXPECT_EQ(scanned(*cuda_turns_engine(), all)->slice(0).reachable_points(), all.points_per_slice());
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.z = {home_m + 10, home_m + 11, 3};
    const ScanPlan none = make_scan_plan(platform);
    expect_equal(none, reference_engine(), 1);
    EXPECT_EQ(scanned(*cuda_turns_engine(), none)->slice(0).reachable_points(), 0);
}

TEST_F(GpuTurns, LeaveOrientationsToTheHostWhereNearlyAllIsInDoubt) {
    Platform platform = built_in_platform();
    put_nearly_all_in_doubt(platform.machine);
    platform.scan.orientations.yaw = {0, 0.2, 2};
    platform.scan.workspace = WorkspaceKind::inclusive;
    platform.scan.questions.maps = {MapKind::share};
    platform.scan.x.count = platform.scan.y.count = 70;
    platform.scan.z.count = 60;
    const ScanPlan plan = make_scan_plan(platform);
    expect_equal(plan, reference_engine(), 0);
    EXPECT_EQ(scanned(*cuda_turns_engine(), plan)->rows_of_host(), 2 * 70 * 60);
}

/// Another engine computes the maps of all legs together beside this one.
TEST_F(GpuTurns, ComeWithMapsOfAllLegsTogether) {
    Platform platform = with_shared_limits();
    platform.scan.questions.maps = {MapKind::share, MapKind::gap, MapKind::conditioning};
    platform.scan.x.count = 71;
    platform.scan.y.count = 9;
    platform.scan.z.count = 3;
    const ScanPlan plan = make_scan_plan(platform);
    ASSERT_EQ(cuda_engine_for(plan), cuda_maps_engine());
    const Verification result =
        verify_against(*scanned(reference_engine(), plan), *scanned(*cuda_maps_engine(), plan), plan);
    EXPECT_EQ(result.unwritten_points, 0);
    EXPECT_EQ(result.differences, 0);
}

TEST_F(GpuTurns, LeavesMapsOfClearancesToOthers) {
    Platform platform = built_in_platform();
    platform.scan.orientations.roll = {-0.2, 0.2, 3};
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.questions.maps = {MapKind::clearance};
    EXPECT_FALSE(cuda_turns_engine()->supports(make_scan_plan(platform)));
    platform.scan.questions.maps = {};
    platform.scan.orientations.roll = {0, 0, 1};
    platform.scan.workspace = WorkspaceKind::constant;
    EXPECT_FALSE(cuda_turns_engine()->supports(make_scan_plan(platform)));
}

}  // namespace
