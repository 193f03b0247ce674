// Compares shared limits on a real device with the reference on the host, point by point.

#include <cstdint>
#include <memory>

#include <gtest/gtest.h>

#include "src/device/devices.h"
#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "src/scan_cuda/cuda_engines.h"
#include "tests/support/random/shared_limits_machine.h"
#include "tests/support/random/shared_limits_scan.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// Skips the tests if there is no device.
class GpuCuts : public testing::Test {
protected:
    void SetUp() override {
        const DeviceList list = list_devices();
        if (list.devices.empty()) GTEST_SKIP() << "no CUDA device: " << list.problem;
    }

    /// Compares a scan, and counts the points that remain of the workspace of the legs' own limits.
    void expect_equal(const Engine& expected, const ScanPlan& plan, std::uint64_t seed) {
        ASSERT_EQ(cuda_engine_for(plan), cuda_cut_engine()) << "seed " << seed;
        const std::unique_ptr<PreparedScan> right = expected.prepare(plan), scan = cuda_cut_engine()->prepare(plan);
        right->scan();
        // Scans twice, because nothing of a scan may remain for the next one.
        for (const std::uint8_t pattern : {std::uint8_t{0x55}, std::uint8_t{0xAA}}) {
            scan->poison(pattern);
            scan->scan();
            const Verification result = verify_against(*right, *scan, plan);
            ASSERT_EQ(result.unwritten_points, 0) << "seed " << seed;
            ASSERT_EQ(result.differences, 0) << "seed " << seed;
            done_by_host_ += scan->rows_of_host() == std::int64_t{plan.rows()} * plan.slices();
        }
        ScanPlan legs = plan;
        legs.legs_limits_alone = true;
        for (const WorkspaceSlice& slice : answer_on_host(legs).workspace) reached_ += slice.reachable_points();
        for (int k = 0; k < plan.slices(); ++k) kept_ += scan->slice(k).reachable_points();
        ++compared_;
    }

    std::int64_t reached_ = 0, kept_ = 0;
    int compared_ = 0, done_by_host_ = 0;
};

TEST_F(GpuCuts, EqualTheReferenceOfLegsThatKeepApartAndOfSingularities) {
    Dice dice(29);
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Platform platform = random_scan(seed);
        Machine& machine = platform.machine;
        const Pose near = pose_near_home(machine);
        ask_shared_limits(machine, near, dice);
        if (!has_shared_limits(machine)) continue;
        if (seed % 3 == 0) ask_total_workspace(platform);
        expect_equal(reference_engine(), make_scan_plan(platform), seed);
    }
    EXPECT_GT(compared_, 300);
    EXPECT_GT(kept_, reached_ / 20);
    EXPECT_LT(kept_, reached_ - reached_ / 20);
}

TEST_F(GpuCuts, EqualTheReferenceWhereLegsCarryALoadOrMoveFast) {
    Dice dice(31);
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Platform platform = random_scan(seed);
        ask_force_limits(platform.machine, dice);
        if (dice.chance(0.3)) platform.machine.rate = RateLimit{dice.magnitude(0.9, 30) / arm_m(platform.machine)};
        if (!has_shared_limits(platform.machine)) continue;
        if (seed % 3 == 0) ask_total_workspace(platform);
        expect_equal(reference_engine(), make_scan_plan(platform), seed);
    }
    EXPECT_GT(compared_, 250);
    EXPECT_GT(kept_, reached_ / 20);
    EXPECT_LT(kept_, reached_ - reached_ / 20);
}

TEST_F(GpuCuts, EqualTheReferenceWhereThePlatformMustBeStiff) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Platform platform = random_scan(seed);
        ask_stiffness(platform.machine, seed);
        if (seed % 3 == 0) ask_total_workspace(platform);
        expect_equal(reference_engine(), make_scan_plan(platform), seed);
    }
    EXPECT_GT(compared_, 250);
    EXPECT_GT(kept_, reached_ / 20);
    EXPECT_LT(kept_, reached_ - reached_ / 20);
}

/// The built-in machine with all three kinds of shared limits, at an orientation at which each of them cuts something.
Platform platform_with_all(double diameter_m, double most_n) {
    Platform platform = built_in_platform();
    platform.scan.orientations.yaw = {0.5, 0.5, 1};
    platform.scan.orientations.roll = {0.1, 0.1, 1};
    Machine& machine = platform.machine;
    machine.legs_apart = LegsApart{diameter_m, 0.01, 0.05, {}};
    machine.singularity = SingularityLimit{true, 0.02, {}, false, false};
    machine.load = Load{.force = {30, 0, -600}, .at = {0, 0, 0.2}};
    machine.load->max_force.emplace().fill(most_n);
    return platform;
}

/// Some words are partly beyond the grid's last column. The grid is dense enough for the device to decide whole blocks.
TEST_F(GpuCuts, EqualTheHostOnDenseGrids) {
    for (const double diameter_m : {0.05, 0.15}) {
        Platform platform = platform_with_all(diameter_m, 250);
        platform.scan.x.count = 211;
        platform.scan.y.count = 101;
        platform.scan.z.count = 37;
        expect_equal(diameter_m < 0.1 ? reference_engine() : cut_engine(), make_scan_plan(platform), 0);
    }
    EXPECT_EQ(done_by_host_, 0);
    EXPECT_GT(kept_, reached_ / 100);
    EXPECT_LT(kept_, reached_ - reached_ / 100);
}

/// Grids have one column, whole words, rows that are too long for narrow runs, or a few slices. One machine is far from
/// the origin.
TEST_F(GpuCuts, EqualTheReferenceWhateverTheGrid) {
    for (const int columns : {1, 32, 64, 65, 70'000}) {
        Platform platform = platform_with_all(0.05, 250);
        platform.scan.x.count = columns;
        platform.scan.y.count = columns > 1000 ? 2 : 9;
        platform.scan.z.count = columns > 1000 ? 1 : 7;
        const ScanPlan plan = make_scan_plan(platform);
        expect_equal(reference_engine(), plan, static_cast<std::uint64_t>(columns));
        if (plan.slices() > 4) expect_equal(reference_engine(), plan.slab(3, 2), 3);
    }
    Platform moved = platform_with_all(0.05, 250);
    const Vector by_m{3, -2, 4};
    for (Vector& joint : moved.machine.base.points_m) joint = joint + by_m;
    moved.machine.home->position_m = moved.machine.home->position_m + by_m;
    const auto move = [](ScanRange& range, double by) { range.from_m += by, range.to_m += by; };
    move(moved.scan.x, by_m.x), move(moved.scan.y, by_m.y), move(moved.scan.z, by_m.z);
    moved.scan.x.count = 41, moved.scan.y.count = 11, moved.scan.z.count = 7;
    expect_equal(reference_engine(), make_scan_plan(moved), 9);
    EXPECT_GT(kept_, reached_ / 100);
}

/// A row touches the sphere of a shortest leg.
TEST_F(GpuCuts, HaveRowsThatGrazeALimitFromTheHost) {
    Platform platform = platform_with_all(0.05, 260);
    platform.scan.orientations.yaw = platform.scan.orientations.roll = {0, 0, 1};
    Machine& machine = platform.machine;
    machine.base.max_tilt_rad = machine.platform.max_tilt_rad = no_joint_limit;
    const Vector offset_m = machine.platform.points_m[0] - machine.base.points_m[0];
    const double y_m = -offset_m.y, z_m = std::get<TelescopicLegs>(machine.legs).min_length[0] - offset_m.z;
    platform.scan.y = {y_m, y_m, 1};
    platform.scan.z = {z_m, z_m, 1};
    const ScanPlan plan = make_scan_plan(platform);
    expect_equal(reference_engine(), plan, 0);
    EXPECT_GT(kept_, 100);
    EXPECT_LT(kept_, reached_);
    // The plan has one row, which the device leaves undecided in both scans.
    EXPECT_EQ(done_by_host_, 2);
}

/// There are so many orientations that blocks test their limits in several rounds.
TEST_F(GpuCuts, EqualTheHostInTotalWorkspaces) {
    Platform platform = platform_with_all(0.2, 300);
    platform.scan.orientations.roll = {-0.05, 0.05, 4};
    platform.scan.orientations.pitch = {-0.05, 0.05, 5};
    platform.scan.orientations.yaw = {-0.1, 0.1, 6};
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.x.count = platform.scan.y.count = 71;
    platform.scan.z.count = 23;
    expect_equal(cut_engine(), make_scan_plan(platform), 0);
    EXPECT_EQ(done_by_host_, 0);
    EXPECT_GT(kept_, 100);
    EXPECT_LT(kept_, reached_ - 100);
}

TEST_F(GpuCuts, LeaveAllToTheHostWhereNearlyAllIsInDoubt) {
    Platform platform = built_in_platform();
    put_nearly_all_in_doubt(platform.machine);
    platform.scan.x.count = platform.scan.y.count = 70;
    platform.scan.z.count = 60;
    expect_equal(cut_engine(), make_scan_plan(platform), 0);
    EXPECT_EQ(done_by_host_, 2);
    EXPECT_EQ(reached_, 70 * 70 * 60);
    EXPECT_LT(kept_, reached_);
}

TEST_F(GpuCuts, FreedLimitsAreNotAsked) {
    Platform platform = platform_with_all(0.3, 250);
    platform.scan.x.count = platform.scan.y.count = 61;
    platform.scan.z.count = 11;
    platform.machine.legs_apart->free_pairs.set();
    platform.machine.singularity->frees_sign = platform.machine.singularity->frees_conditioning = true;
    platform.machine.load->frees_force.set();
    const ScanPlan plan = make_scan_plan(platform);
    ASSERT_TRUE(cuda_cut_engine()->supports(plan));
    expect_equal(reference_engine(), plan, 0);
    EXPECT_EQ(kept_, reached_);
}

TEST_F(GpuCuts, LeavesMapsToOthers) {
    Platform platform = platform_with_all(0.05, 250);
    EXPECT_TRUE(cuda_cut_engine()->supports(make_scan_plan(platform)));
    platform.scan.questions.maps = {MapKind::clearance};
    EXPECT_FALSE(cuda_cut_engine()->supports(make_scan_plan(platform)));
    platform.scan.questions.maps = {MapKind::gap, MapKind::conditioning};
    EXPECT_EQ(cuda_engine_for(make_scan_plan(platform)), cuda_maps_engine());
}

}  // namespace
