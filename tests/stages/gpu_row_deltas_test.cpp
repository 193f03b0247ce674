// Stage 11 on a GPU, and without one over the substitute for CUDA (tests/support/cuda_on_host).

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "src/device/devices.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/scan/reference.h"
#include "src/scan/rows/row_geometry.h"
#include "stages/stage.h"
#include "tests/support/random/random_platform.h"

namespace hexscan {
const Stage& s11_row_deltas();
}

namespace {

using namespace hexscan;

class GpuRowDeltas : public testing::Test {
protected:
    void SetUp() override {
        const DeviceList list = list_devices();
        if (list.devices.empty()) GTEST_SKIP() << list.problem;
        use_device(list.devices.front().index);
    }
};

ScanPlan plan_of(Platform platform, int columns, int rows, int slices) {
    platform.scan.x.count = columns;
    platform.scan.y.count = rows;
    platform.scan.z.count = slices;
    return make_scan_plan(platform);
}

Platform rolled(Platform platform, double roll_rad) {
    platform.scan.orientations = Orientation{roll_rad, 0, 0};
    return platform;
}

/// Scans over two poisons and compares every row with the reference. Returns the bytes of the output.
std::int64_t bytes_of_exact_scan(const ScanPlan& plan, const std::string& what) {
    SCOPED_TRACE(what);
    const Workspace expected = scan_reference(plan.oriented());
    const std::unique_ptr<PreparedStage> scan = s11_row_deltas().prepare_stage(plan.oriented());
    EXPECT_EQ(scan->unwritten_points(), plan.points());
    for (const int poison : {0x00, 0xFF}) {
        scan->poison(static_cast<std::uint8_t>(poison));
        EXPECT_EQ(scan->unwritten_points(), plan.points());
        scan->scan();
        EXPECT_EQ(scan->unwritten_points(), 0);
        for (int slice = 0; slice < plan.slices(); ++slice)
            EXPECT_TRUE(scan->slice(slice) == expected[static_cast<std::size_t>(slice)]) << "slice " << slice;
    }
    return scan->output_bytes();
}

std::int64_t runs_of(const ScanPlan& plan) {
    std::int64_t runs = 0;
    for (const WorkspaceSlice& slice : scan_reference(plan.oriented()))
        runs += static_cast<std::int64_t>(slice.runs.size());
    return runs;
}

std::int64_t segments_of(const ScanPlan& plan) { return std::int64_t{(plan.rows() + 63) / 64} * plan.slices(); }

TEST_F(GpuRowDeltas, IsExact) {
    for (const auto& [columns, rows, slices] :
         {std::array{300, 200, 9}, std::array{97, 64, 5}, std::array{40, 65, 4}, std::array{1, 1, 1}}) {
        const ScanPlan plan = plan_of(built_in_platform(), columns, rows, slices);
        const std::int64_t bytes = bytes_of_exact_scan(plan, std::to_string(columns) + " columns");
        EXPECT_LE(bytes, plan.rows() * plan.slices() + 4 * runs_of(plan) + 20 * segments_of(plan));
    }
}

/// On a fine grid nearly every row takes one byte.
TEST_F(GpuRowDeltas, ShipsLessThanRunsThemselves) {
    const ScanPlan plan = plan_of(built_in_platform(), 400, 400, 3);
    EXPECT_LT(bytes_of_exact_scan(plan, "a fine grid"), 2 * runs_of(plan) + 20 * segments_of(plan));
}

/// A tilted platform has joints of two axes, of which neither implies the other.
TEST_F(GpuRowDeltas, IsExactWithJointsOfTwoAxes) {
    const ScanPlan plan = plan_of(rolled(built_in_platform(), 0.2), 200, 128, 6);
    const RowGeometry geometry = without_implied_limits(make_row_geometry(plan.oriented()));
    EXPECT_NE(geometry.legs[0].platform.cut, ConeCut::none);
    bytes_of_exact_scan(plan, "a tilted platform");
}

/// Random machines have rows with several runs, rows that only the host can decide, and slices with and without holes.
TEST_F(GpuRowDeltas, IsExactOnRandomMachines) {
    int narrow = 0;
    for (std::uint64_t seed = 0; seed < 300 && narrow < 25; ++seed) {
        const ScanPlan plan = plan_of(hexscan_test::random_platform(seed), 60, 70, 5);
        if (!is_narrow(make_row_geometry(plan.oriented()))) continue;
        ++narrow;
        bytes_of_exact_scan(plan, "machine " + std::to_string(seed));
    }
    EXPECT_EQ(narrow, 25);
}

/// Joints and grids of integers, so that rows touch limits.
TEST_F(GpuRowDeltas, IsExactOnIntegerMachines) {
    int narrow = 0;
    for (std::uint64_t seed = 0; seed < 300 && narrow < 15; ++seed) {
        const ScanPlan plan = make_scan_plan(hexscan_test::integer_platform(seed));
        if (!is_narrow(make_row_geometry(plan.oriented()))) continue;
        ++narrow;
        bytes_of_exact_scan(plan, "machine " + std::to_string(seed));
    }
    EXPECT_EQ(narrow, 15);
}

/// Every segment has a warp, in one launch for slices with holes and without.
TEST_F(GpuRowDeltas, LaunchesAWarpPerSegment) {
    const ScanPlan plan = make_scan_plan(built_in_platform());
    const LaunchShape shape = s11_row_deltas().launch_shape(plan);
    EXPECT_EQ(shape.launches, 1);
    EXPECT_EQ(std::int64_t{shape.grid.x} * shape.block.x, 32 * segments_of(plan));
    EXPECT_EQ(s11_row_deltas().margin_tolerance(plan), 0);
}

}  // namespace
