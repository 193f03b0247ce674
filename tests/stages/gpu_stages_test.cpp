#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/device/cuda_support.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/scan/reference.h"
#include "src/scan/rows/runs.h"
#include "src/study/occupancy_model.h"
#include "stages/registry.h"
#include "tests/support/random/random_platform.h"

/// Compares every stage on a real device with the double-precision reference, point by point.
namespace {

using hexscan::make_scan_plan;
using hexscan::Platform;
using hexscan::PreparedScan;
using hexscan::PreparedStage;
using hexscan::scan_reference;
using hexscan::ScanPlan;
using hexscan::ScanRange;
using hexscan::stage_registry;
using hexscan::StageEntry;
using hexscan::StageResources;
using hexscan::Workspace;
using hexscan::WorkspaceSlice;

constexpr std::size_t reported_differences = 5;  ///< per scan; the rest is only counted

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

class GpuStages : public testing::Test {
protected:
    void SetUp() override {
        int devices = 0;
        const cudaError_t status = cudaGetDeviceCount(&devices);
        if (status != cudaSuccess || devices == 0) GTEST_SKIP() << "no CUDA device: " << cudaGetErrorString(status);
    }
};

// ---- comparing ------------------------------------------------------------------------------------------

Workspace all_slices(const PreparedScan& scan, const ScanPlan& plan) {
    Workspace workspace;
    for (int s = 0; s < plan.slices(); ++s) workspace.push_back(scan.slice(s));
    return workspace;
}

struct Differences {
    std::int64_t count = 0;
    std::vector<std::string> beyond_tolerance;
};

void note_difference(const ScanPlan& plan, int column, int row, int slice, double tolerance, Differences& found) {
    ++found.count;
    const double margin = std::abs(grid_margin(plan.oriented(), column, row, slice));
    // A NaN does not pass this comparison. With tolerance 0 no difference passes.
    if (tolerance > 0 && margin <= tolerance) return;
    if (found.beyond_tolerance.size() < reported_differences)
        found.beyond_tolerance.push_back("(" + std::to_string(column) + ", " + std::to_string(row) + ", " +
                                         std::to_string(slice) + ") margin " + std::to_string(margin));
}

void compare_row(const ScanPlan& plan, const WorkspaceSlice& got, const WorkspaceSlice& expected, int row, int slice,
                 double tolerance, Differences& found) {
    if (std::ranges::equal(got.row(row), expected.row(row))) return;
    std::vector<std::uint8_t> ours(static_cast<std::size_t>(plan.columns())), theirs(ours.size());
    for (const auto& run : got.row(row)) {
        ASSERT_TRUE(0 <= run.first && run.first <= run.last && run.last < plan.columns())
            << "run [" << run.first << ", " << run.last << "] in row " << row << " of slice " << slice;
    }
    fill_bytes(got.row(row), ours);
    fill_bytes(expected.row(row), theirs);
    for (int column = 0; column < plan.columns(); ++column)
        if (ours[static_cast<std::size_t>(column)] != theirs[static_cast<std::size_t>(column)])
            note_difference(plan, column, row, slice, tolerance, found);
}

Differences compare(const ScanPlan& plan, const Workspace& got, const Workspace& expected, double tolerance) {
    Differences found;
    EXPECT_EQ(got.size(), expected.size());
    for (std::size_t s = 0; s < std::min(got.size(), expected.size()); ++s) {
        if (got[s] == expected[s]) continue;
        EXPECT_EQ(got[s].rows(), expected[s].rows());
        for (int row = 0; row < std::min(got[s].rows(), expected[s].rows()); ++row)
            compare_row(plan, got[s], expected[s], row, static_cast<int>(s), tolerance, found);
    }
    return found;
}

/// Scans once over poisoned memory.
Workspace scan_over(PreparedScan& scan, const ScanPlan& plan, std::uint8_t poison) {
    scan.poison(poison);
    scan.scan();
    EXPECT_EQ(scan.unwritten_points(), 0);
    return all_slices(scan, plan);
}

/// Checks everything about one stage on one plan. Different poisons reveal every point that a scan did not write, even
/// if a stage packs bits and cannot distinguish poison from verdicts.
void check_stage(const StageEntry& entry, const ScanPlan& plan, const Workspace& expected, const std::string& what) {
    SCOPED_TRACE("stage " + std::to_string(entry.number) + " " + entry.name + " on " + what + ", " +
                 std::to_string(plan.columns()) + " x " + std::to_string(plan.rows()) + " x " +
                 std::to_string(plan.slices()));
    const std::unique_ptr<PreparedStage> scan = entry.stage->prepare_stage(plan.oriented());
    const Workspace over_zeros = scan_over(*scan, plan, 0x00);
    const Workspace over_ones = scan_over(*scan, plan, 0xFF);
    EXPECT_TRUE(over_zeros == over_ones) << "some verdict was not written";
    const hexscan::DeviceSpans spans = scan->scan_with_events();
    EXPECT_TRUE(all_slices(*scan, plan) == over_ones) << "a repeated scan differs";
    EXPECT_TRUE(std::isfinite(spans.kernel_ms) && spans.kernel_ms >= 0 && std::isfinite(spans.copy_ms));
    const double tolerance = entry.stage->margin_tolerance(plan);
    const Differences found = compare(plan, over_ones, expected, tolerance);
    for (const std::string& difference : found.beyond_tolerance) ADD_FAILURE() << "differs at " << difference;
    if (tolerance == 0) {
        EXPECT_EQ(found.count, 0);
    }
}

void check_every_stage(const Platform& platform, const std::string& what) {
    const ScanPlan plan = make_scan_plan(platform);
    const Workspace expected = scan_reference(plan.oriented());
    for (const StageEntry& entry : stage_registry()) check_stage(entry, plan, expected, what);
}

/// Checks the exact stages, which allow no difference.
void check_exact_stages(const Platform& platform, const std::string& what) {
    const ScanPlan plan = make_scan_plan(platform);
    const Workspace expected = scan_reference(plan.oriented());
    for (const StageEntry& entry : stage_registry())
        if (entry.stage->margin_tolerance(plan) == 0) check_stage(entry, plan, expected, what);
}

// ---- plans ----------------------------------------------------------------------------------------------

Platform shipped_platform(const std::string& name) {
    return hexscan::load_platform(std::string(HEXSCAN_SOURCE_DIR) + "/platforms/" + name + ".yaml");
}

void set_points(ScanRange& range, int count) {
    if (count == 1) range.from_m = range.to_m = range.from_m + 0.45 * (range.to_m - range.from_m);
    range.count = count;
}

Platform on_grid(Platform platform, int columns, int rows, int slices) {
    set_points(platform.scan.x, columns);
    set_points(platform.scan.y, rows);
    set_points(platform.scan.z, slices);
    return platform;
}

Platform tilted(Platform platform, double roll_deg, double pitch_deg, double yaw_deg) {
    platform.scan.orientations = hexscan::Orientation{radians(roll_deg), radians(pitch_deg), radians(yaw_deg)};
    return platform;
}

/// Limits beyond 90 degrees on joints that lean along the rows, so that these limits cut holes of their own. The axes
/// point away from the legs, because otherwise no leg would come near such a limit.
Platform with_wide_cones(Platform platform) {
    for (std::size_t leg = 0; leg < hexscan::leg_count; ++leg) {
        const double lean = leg % 2 ? 0.6 : -0.6;
        platform.machine.base.axes[leg] = {lean, 0, -0.8};
        platform.machine.base.max_tilt_rad[leg] = radians(130 + 5 * static_cast<double>(leg));
        platform.machine.platform.max_tilt_rad[leg] = radians(leg % 3 ? 36 : 90);
    }
    return platform;
}

// ---- what the compiler made of the stages ---------------------------------------------------------------

TEST_F(GpuStages, SharedMemoryIsThePublishedOne) {
    const int published[] = {31816, 12472, 12472, 72, 0, 0, 0};
    for (int i = 0; i < 7; ++i) {
        const StageEntry& entry = stage_registry()[static_cast<std::size_t>(i)];
        EXPECT_EQ(entry.stage->resources().static_shared_bytes, published[i]) << entry.name;
    }
}

TEST_F(GpuStages, NoPointStageSpills) {
    for (const StageEntry& entry : stage_registry()) {
        const StageResources resources = entry.stage->resources();
        EXPECT_GT(resources.registers_per_thread, 0) << entry.name;
        EXPECT_GT(resources.resident_blocks, 0) << entry.name;
        if (entry.number <= 9) {
            EXPECT_EQ(resources.local_bytes, 0) << entry.name;
        }
    }
}

TEST_F(GpuStages, OccupancyModelAgreesWithTheDevice) {
    int device = 0, major = 0, minor = 0;
    HEXSCAN_CUDA_CHECK(cudaGetDevice(&device));
    HEXSCAN_CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    HEXSCAN_CUDA_CHECK(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    const hexscan::ComputeCapability capability{major, minor};
    const auto& known = hexscan::known_compute_capabilities();
    // Compares the members, because nvcc leaves the defaulted comparison undefined.
    const auto is_this = [&](const auto& other) { return other.major == major && other.minor == minor; };
    if (std::ranges::none_of(known, is_this))
        GTEST_SKIP() << "no occupancy model for compute capability " << to_string(capability);
    const ScanPlan plan = make_scan_plan(shipped_platform("case-study"));
    for (const StageEntry& entry : stage_registry()) {
        const StageResources resources = entry.stage->resources();
        const hexscan::Extent3 block = entry.stage->launch_shape(plan).block;
        const auto modelled = occupancy(
            {block.x * block.y * block.z, resources.registers_per_thread, resources.static_shared_bytes}, capability);
        EXPECT_EQ(modelled.blocks_per_sm, resources.resident_blocks) << entry.name;
    }
}

TEST_F(GpuStages, DefaultScanHasThePublishedLaunches) {
    using hexscan::Extent3;
    struct Published {
        Extent3 block, grid;
        int launches, points_per_thread;
    };
    const Published published[] = {
        {{16, 16, 1}, {63, 63, 1}, 350, 1}, {{10, 10, 1}, {100, 100, 350}, 1, 1}, {{10, 10, 1}, {100, 100, 50}, 7, 1},
        {{16, 16, 1}, {63, 63, 50}, 7, 1},  {{8, 16, 1}, {63, 63, 50}, 7, 2},     {{8, 16, 1}, {63, 63, 50}, 7, 2},
        {{8, 16, 1}, {63, 63, 50}, 7, 2},
    };
    const ScanPlan plan = make_scan_plan(shipped_platform("case-study"));
    for (std::size_t i = 0; i < std::size(published); ++i) {
        const hexscan::LaunchShape shape = stage_registry()[i].stage->launch_shape(plan);
        SCOPED_TRACE(stage_registry()[i].name);
        EXPECT_TRUE(shape.block == published[i].block && shape.grid == published[i].grid);
        EXPECT_EQ(shape.launches, published[i].launches);
        EXPECT_EQ(shape.points_per_thread, published[i].points_per_thread);
    }
}

// ---- every stage ----------------------------------------------------------------------------------------

TEST_F(GpuStages, FullDefaultScan) { check_every_stage(shipped_platform("case-study"), "the default scan"); }

TEST_F(GpuStages, AwkwardGrids) {
    const struct {
        int columns, rows, slices;
    } grids[] = {{1, 1, 1},     {7, 5, 3},     {2, 2, 2},     {8, 16, 50},   {9, 17, 51},
                 {17, 33, 9},   {1000, 3, 51}, {31, 1001, 2}, {1, 1000, 3},  {1000, 1, 3},
                 {63, 64, 101}, {256, 8, 49},  {65536, 2, 2}, {65537, 2, 2}, {100001, 1, 1}};
    for (const auto& grid : grids)
        check_every_stage(on_grid(shipped_platform("case-study"), grid.columns, grid.rows, grid.slices),
                          "an awkward grid");
}

/// The scans have more rows, or more slices, than one grid of blocks can have.
TEST_F(GpuStages, GridsBeyondOneLaunch) {
    check_every_stage(on_grid(shipped_platform("case-study"), 2, 1100000, 1), "a tall grid");
    check_every_stage(on_grid(shipped_platform("case-study"), 3, 2, 70000), "a deep grid");
}

TEST_F(GpuStages, TiltedOrientations) {
    const Platform platform = on_grid(shipped_platform("case-study"), 203, 151, 53);
    check_every_stage(tilted(platform, 6, 0, 0), "a rolled platform");
    check_every_stage(tilted(platform, -4, 5, 12), "a tilted platform");
}

TEST_F(GpuStages, WideCones) {
    const Platform platform = with_wide_cones(on_grid(shipped_platform("case-study"), 203, 151, 53));
    check_every_stage(platform, "wide cones");
    check_every_stage(tilted(platform, 3, -5, 20), "tilted wide cones");
}

/// Joints and grids have integer coordinates, so that points are on limits, and rows touch them and pass through
/// apexes.
TEST_F(GpuStages, IntegerPlatforms) {
    for (std::uint64_t seed = 0; seed < 25; ++seed)
        check_every_stage(hexscan_test::integer_platform(seed), "integer platform " + std::to_string(seed));
}

TEST_F(GpuStages, SlabsAreParts) {
    const ScanPlan plan = make_scan_plan(on_grid(shipped_platform("case-study"), 65, 33, 20));
    for (const StageEntry& entry : stage_registry()) {
        const auto whole_scan = entry.stage->prepare_stage(plan.oriented());
        const Workspace whole = scan_over(*whole_scan, plan, 0xFF);
        const ScanPlan slab = plan.slab(7, 6);
        const auto slab_scan = entry.stage->prepare_stage(slab.oriented());
        const Workspace part = scan_over(*slab_scan, slab, 0xFF);
        EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + 7)) << entry.name;
    }
}

/// Compares the two forms of a stage. Kernels contract products and sums, and use another arcsine and other roots. So a
/// verdict may differ near a limit, but only there.
TEST_F(GpuStages, SayWhatTheirCpuFormsSay) {
    for (const Platform& platform :
         {shipped_platform("case-study"), on_grid(shipped_platform("case-study"), 61, 37, 7)}) {
        const ScanPlan plan = make_scan_plan(platform);
        for (const StageEntry& entry : stage_registry()) {
            if (!entry.on_host) continue;
            const Workspace by_kernel = scan_over(*entry.stage->prepare_stage(plan.oriented()), plan, 0xFF);
            const Workspace by_cpu = scan_over(*entry.on_host->prepare(plan), plan, 0xFF);
            const double tolerance = entry.stage->margin_tolerance(plan);
            EXPECT_EQ(entry.on_host->margin_tolerance(plan), tolerance) << entry.name;
            const Differences found = compare(plan, by_kernel, by_cpu, tolerance);
            for (const std::string& difference : found.beyond_tolerance)
                ADD_FAILURE() << entry.name << " differs at " << difference;
            EXPECT_LE(found.count, 1 + plan.points() / 500000) << entry.name;
            RecordProperty(entry.name, static_cast<int>(found.count));
            std::printf("%s: kernel and CPU form differ in %d of %lld verdicts\n", entry.name.c_str(),
                        static_cast<int>(found.count), static_cast<long long>(plan.points()));
        }
    }
}

/// The memory that a stage holds equals the memory that it announces per slice. Slabs are sized by the latter, so they
/// fit.
TEST_F(GpuStages, MemoryIsAsAnnounced) {
    const ScanPlan plan = make_scan_plan(on_grid(shipped_platform("case-study"), 65, 33, 20));
    for (const StageEntry& entry : stage_registry()) {
        const hexscan::MemoryUse held = entry.stage->prepare_stage(plan.oriented())->memory();
        const hexscan::MemoryUse per_slice = entry.stage->memory_per_slice(plan);
        EXPECT_LE(held.device_bytes, per_slice.device_bytes * plan.slices()) << entry.name;
        EXPECT_LE(held.host_bytes, per_slice.host_bytes * plan.slices() + 64) << entry.name;
        EXPECT_GT(held.host_bytes, 0) << entry.name;
    }
}

// ---- the exact stages -----------------------------------------------------------------------------------

TEST_F(GpuStages, ExactOnEveryShippedPlatform) {
    for (const char* const name : {"rubin-camera-hexapod", "simona-flight-simulator"}) {
        const Platform platform = shipped_platform(name);
        check_exact_stages(platform, name);
        check_exact_stages(tilted(platform, 0.1, -0.05, 0.2), std::string(name) + " tilted a little");
    }
    check_exact_stages(tilted(shipped_platform("case-study"), -3, 4, 9), "tilted case-study");
    check_exact_stages(tilted(on_grid(shipped_platform("simona-flight-simulator"), 301, 201, 51), 8, -12, 15),
                       "tilted simona");
}

TEST_F(GpuStages, ExactOnRandomPlatforms) {
    for (std::uint64_t seed = 0; seed < 300; ++seed)
        check_exact_stages(hexscan_test::random_platform(seed), "random platform " + std::to_string(seed));
}

TEST_F(GpuStages, ExactOnIntegerPlatforms) {
    for (std::uint64_t seed = 0; seed < 400; ++seed)
        check_exact_stages(hexscan_test::integer_platform(seed), "integer platform " + std::to_string(seed));
}

/// The grid gets finer and finer around a point of the workspace. The rounding of float covers a part of a column, then
/// several columns, and finally the stage leaves the plan to the reference.
TEST_F(GpuStages, ExactOnMagnifiedGrids) {
    for (const double metres : {1e-1, 1e-2, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6, 1e-9})
        for (const double x_m : {-0.48, 0.0, 0.31, 0.52}) {
            Platform platform = on_grid(shipped_platform("case-study"), 1000, 40, 3);
            platform.scan.x = {x_m, x_m + metres, 1000};
            check_exact_stages(platform, "x from " + std::to_string(x_m) + " over " + std::to_string(metres) + " m");
        }
}

/// A row has six holes from shortest lengths, or eighteen with wide cones.
TEST_F(GpuStages, ExactOnRowsOfManyRuns) {
    for (const bool wide : {false, true})
        for (const int columns : {1000, 65537}) {
            Platform platform = on_grid(shipped_platform("case-study"), columns, 33, 7);
            platform.machine.platform.points_m.fill({0, 0, 0});
            platform.machine.platform.max_tilt_rad.fill(wide ? radians(176) : INFINITY);
            platform.machine.base.max_tilt_rad.fill(wide ? radians(177) : INFINITY);
            const double lean = radians(80);
            platform.machine.base.axes.fill({std::sin(lean), 0, std::cos(lean)});
            platform.machine.platform.axes.fill({-std::sin(lean), 0, std::cos(lean)});
            platform.machine.telescopic().min_length.fill(0.5);
            platform.machine.telescopic().max_length.fill(1e3);
            for (std::size_t leg = 0; leg < hexscan::leg_count; ++leg)
                platform.machine.base.points_m[leg] = {5.0 * static_cast<double>(leg * 5 % 6), 0, 0};
            platform.scan.x = {-3, 29, columns};
            platform.scan.y = {-0.1, 0.1, 33};
            platform.scan.z = {-0.3, 0.3, 7};
            check_exact_stages(platform, wide ? "nineteen runs" : "seven runs");
        }
}

// ---- failures -------------------------------------------------------------------------------------------

TEST_F(GpuStages, TooLittleMemoryIsADeviceErrorAndNoMore) {
    Platform absurd = shipped_platform("case-study");
    absurd.scan.x.count = 16;
    absurd.scan.y.count = absurd.scan.z.count = hexscan::max_axis_points;
    const ScanPlan absurd_plan = make_scan_plan(absurd);
    const ScanPlan plan = make_scan_plan(on_grid(shipped_platform("case-study"), 33, 17, 5));
    const Workspace expected = scan_reference(plan.oriented());
    for (const StageEntry& entry : stage_registry()) {
        EXPECT_THROW(entry.stage->prepare_stage(absurd_plan.oriented()), hexscan::DeviceError) << entry.name;
        check_stage(entry, plan, expected, "what fits, after what did not");
    }
}

}  // namespace
