// Rows of legs with rods on a real device: equal to the reference on the host, number by number.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "src/device/devices.h"
#include "src/engines/reference_engine.h"
#include "src/engines/rod_engine.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "src/scan/searches/found_ranges.h"
#include "src/scan_cuda/rod_engine_cuda.h"
#include "tests/support/rod_scan.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

/// Skips where there is no device.
class GpuRods : public testing::Test {
protected:
    void SetUp() override {
        const DeviceList list = list_devices();
        if (list.devices.empty()) GTEST_SKIP() << "no CUDA device: " << list.problem;
    }
};

std::unique_ptr<PreparedScan> scanned(const Engine& engine, const ScanPlan& plan) {
    std::unique_ptr<PreparedScan> scan = engine.prepare(plan);
    scan->poison(0x55);
    scan->scan();
    return scan;
}

void expect_equal(const Engine& expected, const ScanPlan& plan, std::uint64_t seed) {
    ASSERT_TRUE(cuda_rod_engine()->supports(plan)) << "seed " << seed;
    const Verification result = verify_against(*scanned(expected, plan), *scanned(*cuda_rod_engine(), plan), plan);
    EXPECT_EQ(result.unwritten_points, 0) << "seed " << seed;
    EXPECT_EQ(result.differences, 0) << "seed " << seed;
}

TEST_F(GpuRods, RandomSlidersEqualTheReference) {
    for (std::uint64_t seed = 0; seed < 300; ++seed)
        expect_equal(reference_engine(), make_scan_plan(any_rod_scan(Kind::slider, seed)), seed);
}

TEST_F(GpuRods, RandomArmsEqualTheReference) {
    for (std::uint64_t seed = 0; seed < 300; ++seed)
        expect_equal(reference_engine(), make_scan_plan(any_rod_scan(Kind::rotary, seed)), seed);
}

/// Clearance, active limit or both, on coarse grids and on ones so dense that few limits are the nearest anywhere in a
/// warp's block.
void expect_maps_to_equal_the_reference(Kind kind) {
    const std::vector<std::vector<MapKind>> questions{
        {MapKind::clearance, MapKind::limit}, {MapKind::clearance}, {MapKind::limit}};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Platform platform = any_rod_scan(kind, seed);
        platform.scan.questions.maps = questions[seed / 4 % questions.size()];
        // Maps of arms with limited joints are the processor's.
        if (kind == Kind::rotary)
            for (JointSet* const joints : {&platform.machine.base, &platform.machine.platform})
                joints->max_tilt_rad = joints->max_misalignment_rad = no_joint_limit;
        if (seed / 2 % 2 == 1)
            for (ScanRange* const range : {&platform.scan.x, &platform.scan.y})
                range->to_m = range->from_m + (range->to_m - range->from_m) / 20;
        expect_equal(reference_engine(), make_scan_plan(platform), seed);
    }
}

TEST_F(GpuRods, MapsOfRandomSlidersEqualTheReference) { expect_maps_to_equal_the_reference(Kind::slider); }
TEST_F(GpuRods, MapsOfRandomArmsEqualTheReference) { expect_maps_to_equal_the_reference(Kind::rotary); }

/// A machine of platforms/ over so many points of all that it reaches.
Platform shipped(const char* name, int columns, int rows, std::optional<int> slices = {}) {
    Platform platform = load_platform(std::filesystem::path(HEXSCAN_SOURCE_DIR) / "platforms" / name);
    platform.scan.x.count = columns;
    platform.scan.y.count = rows;
    if (slices) platform.scan.z.count = *slices;
    find_open_ranges(platform);
    return platform;
}

/// Chunks of several slices, and blocks whose nearest limit is one and the same.
TEST_F(GpuRods, MapsOfShippedMachinesEqualTheProcessors) {
    for (const char* const name : {"pkm-6-pus.yaml", "knaufinator-simulator.yaml", "reachy-mini.yaml"}) {
        Platform platform = shipped(name, 401, 83, 17);
        platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
        expect_equal(rod_engine(), make_scan_plan(platform), 0);
    }
}

/// Total workspaces of small sets. Returns how many the device supports.
int expect_sets_to_equal_the_reference(Kind kind) {
    int supported = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const ScanPlan plan = make_scan_plan(any_rod_set_scan(kind, seed));
        if (!cuda_rod_engine()->supports(plan)) continue;
        expect_equal(reference_engine(), plan, seed);
        ++supported;
    }
    return supported;
}

/// Those with limited joints are the processor's.
TEST_F(GpuRods, SetsOfRandomSlidersEqualTheReference) {
    EXPECT_GE(expect_sets_to_equal_the_reference(Kind::slider), 75);
}

TEST_F(GpuRods, SetsOfRandomArmsEqualTheReference) { EXPECT_EQ(expect_sets_to_equal_the_reference(Kind::rotary), 100); }

/// A tree of several levels, and on either side of what rows have room for.
TEST_F(GpuRods, SetsOfShippedMachinesEqualTheProcessors) {
    for (const char* const name : {"pkm-6-pus.yaml", "knaufinator-simulator.yaml", "reachy-mini.yaml"}) {
        Platform platform = shipped(name, 500, 70, 7);
        OrientationSet ranges, cone;
        ranges.roll = ranges.pitch = ranges.yaw = {-0.1, 0.1, 21};
        cone.tilt = TiltCone{0.15, 6, 24};
        cone.yaw = {-0.1, 0.1, 5};
        platform.scan.workspace = WorkspaceKind::total;
        for (const OrientationSet& set : {ranges, cone}) {
            platform.scan.orientations = set;
            expect_equal(rod_engine(), make_scan_plan(platform), 0);
        }
    }
}

TEST_F(GpuRods, TheShippedArmsEqualTheProcessors) {
    for (const char* const name : {"knaufinator-simulator.yaml", "reachy-mini.yaml"})
        expect_equal(rod_engine(), make_scan_plan(shipped(name, 1000, 333)), 0);
}

/// Many slices, in float and without joints, as most machines are.
TEST_F(GpuRods, TheShippedSlidersEqualTheProcessors) {
    expect_equal(rod_engine(), make_scan_plan(shipped("pkm-6-pus.yaml", 1000, 333)), 0);
}

}  // namespace
