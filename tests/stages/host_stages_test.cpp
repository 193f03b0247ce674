#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/ladder/intrinsic_policy.cuh"
#include "kernels/ladder/point_tests.h"
#include "kernels/ladder/squared_tests.h"
#include "src/base/vector_level.h"
#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"
#include "stages/host_rows.h"
#include "stages/registry.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_platform.h"

/// Tests the CPU forms of the stages. Their verdicts equal the reference, except a counted number near a limit. They
/// equal to the bit those of the point test that is called for one thread after the other.
namespace hexscan {
namespace {

/// The distance from the float nearest to `x` to the next one.
double unit_in_the_last_place(double x) {
    const auto nearest = static_cast<float>(std::fabs(x));
    return double{std::nextafter(nearest, 2.0F)} - double{nearest};
}

TEST(Arcsine, IsWithinItsBound) {
    double worst = 0;
    const auto try_bits = [&](std::uint32_t bits) {
        const auto x = std::bit_cast<float>(bits);
        const double exact = std::asin(double{x});
        const double error = std::fabs(double{polynomial_arcsine(x)} - exact) / unit_in_the_last_place(exact);
        worst = error <= worst ? worst : error;  // a NaN stays
        ASSERT_EQ(std::bit_cast<std::uint32_t>(polynomial_arcsine(-x)),
                  std::bit_cast<std::uint32_t>(-polynomial_arcsine(x)));
    };
    // Samples floats from 0 to 1. Near 0.5, at which the two branches meet, and near 1 it tries every float.
    const auto half = std::bit_cast<std::uint32_t>(0.5F), one = std::bit_cast<std::uint32_t>(1.0F);
    for (std::uint32_t bits = 0; bits <= one; bits += 1009) try_bits(bits);
    for (std::uint32_t bits = half - 2000; bits < half + 2000; ++bits) try_bits(bits);
    for (std::uint32_t bits = one - 2000; bits <= one; ++bits) try_bits(bits);
    EXPECT_TRUE(worst <= 2.41) << worst;
    EXPECT_GT(worst, 0.5) << "no float arcsine is correctly rounded by accident";
}

TEST(Arcsine, OfLanesIsThatOfOneNumber) {
    const float values[] = {-1.0F, -0.75F, -0.5F, -1e-20F, 0.0F, 0.3F, 0.5000001F, 1.0F};
    FloatLanes lanes(0.0F);
    for (int lane = 0; lane < float_lanes; ++lane) lanes.v[lane] = values[lane % 8];
    const FloatLanes angles = polynomial_arcsine(lanes);
    for (int lane = 0; lane < float_lanes; ++lane)
        EXPECT_EQ(std::bit_cast<std::uint32_t>(float{angles.v[lane]}),
                  std::bit_cast<std::uint32_t>(polynomial_arcsine(values[lane % 8])));
}

// ---- one thread after the other ---------------------------------------------------------------------------

struct Thread {
    const ScanGeometry<float>& scan;
    int column, row, slice;

    Vec3<float> at(int k) const {
        return {grid_coordinate(scan.x, column + k), grid_coordinate(scan.y, row), grid_coordinate(scan.z, slice)};
    }
};

bool in_phases(const Thread& thread) {
    const detail::JointOffsets offsets(thread.scan);
    float scratch[scratch_floats];
    return test_in_phases(thread.scan, offsets.m, thread.at(0), scratch);
}

bool leg_by_leg(const Thread& thread) {
    const detail::JointOffsets offsets(thread.scan);
    return test_leg_by_leg(thread.scan, offsets.m, thread.at(0));
}

template <class Math, int unrolled_legs>
bool side_by_side(const Thread& thread) {
    const Vec3<float> p[2] = {thread.at(0), thread.at(8)};
    bool reachable[2] = {true, true};
    test_side_by_side<Math, unrolled_legs>(thread.scan, p, reachable);
    return reachable[0];
}

template <int points>
bool by_squares(const Thread& thread) {
    float x_m[points];
    for (int k = 0; k < points; ++k) x_m[k] = thread.at(k).x;
    return (reachable_mask(thread.scan, x_m, thread.at(0).y, thread.at(0).z) & 1U) != 0;
}

/// The verdict of a thread of the stage's kernel on its first point.
bool verdict_of_thread(int stage, const Thread& thread) {
    switch (stage) {
        case 1:
        case 2:
        case 3: return in_phases(thread);
        case 4: return leg_by_leg(thread);
        case 5: return side_by_side<StandardMath, 1>(thread);
        case 6: return side_by_side<StandardMath, leg_count>(thread);
        case 7: return side_by_side<IntrinsicMath, leg_count>(thread);
        case 8: return by_squares<4>(thread);
        default: return by_squares<8>(thread);
    }
}

std::vector<std::uint8_t> row_of_threads(int stage, const ScanGeometry<float>& scan, int row, int slice) {
    std::vector<std::uint8_t> verdicts;
    for (int column = 0; column < scan.x.count; ++column)
        verdicts.push_back(verdict_of_thread(stage, {scan, column, row, slice}) ? 1 : 0);
    return verdicts;
}

std::vector<std::uint8_t> bytes_of_row(const WorkspaceSlice& slice, int row, int columns) {
    std::vector<std::uint8_t> verdicts(static_cast<std::size_t>(columns));
    fill_bytes(slice.row(row), verdicts);
    return verdicts;
}

// ---- scans ------------------------------------------------------------------------------------------------

Platform with_grid(Platform platform, int columns, int rows, int slices) {
    platform.scan.x.count = columns;
    platform.scan.y.count = rows;
    platform.scan.z.count = slices;
    return platform;
}

std::unique_ptr<PreparedScan> scan_over(const StageEntry& entry, const ScanPlan& plan, std::uint8_t poison) {
    std::unique_ptr<PreparedScan> scan = entry.on_host->prepare(plan);
    scan->poison(poison);
    scan->scan();
    return scan;
}

bool are_equal(const PreparedScan& a, const PreparedScan& b, int slices) {
    for (int s = 0; s < slices; ++s)
        if (!(a.slice(s) == b.slice(s))) return false;
    return true;
}

/// The vector levels that this processor supports.
std::vector<VectorLevel> levels() {
    std::vector<VectorLevel> all;
    for (const VectorLevel level : {VectorLevel::baseline, VectorLevel::avx2, VectorLevel::avx512})
        if (level <= highest_vector_level()) all.push_back(level);
    return all;
}

enum class Truth { within_the_margin, not_asked };

/// Checks everything about the CPU form of every stage on a small plan.
void check_every_stage(const Platform& platform, Truth asked = Truth::within_the_margin) {
    const ScanPlan plan = make_scan_plan(platform);
    const OrientedPlan oriented = plan.oriented();
    const ScanGeometry<float> scan = to_float(oriented.geometry);
    const Workspace reference = scan_reference(oriented);
    for (const StageEntry& entry : stage_registry()) {
        if (!entry.on_host) continue;
        SCOPED_TRACE(entry.name);
        const auto over_ones = scan_over(entry, plan, 0xFF);
        for (const VectorLevel level : levels()) {
            use_vector_level(level);
            EXPECT_TRUE(are_equal(*scan_over(entry, plan, 0x00), *over_ones, plan.slices())) << name_of(level);
        }
        use_vector_level(highest_vector_level());
        const Verification truth = verify(*over_ones, oriented, reference, entry.on_host->margin_tolerance(plan));
        EXPECT_TRUE(truth.passed || (asked == Truth::not_asked && entry.number < 10))
            << truth.differences << " differ, worst margin " << truth.worst_margin;
        for (int slice = 0; entry.number < 10 && slice < plan.slices(); ++slice)
            for (int row = 0; row < plan.rows(); ++row)
                ASSERT_EQ(bytes_of_row(over_ones->slice(slice), row, plan.columns()),
                          row_of_threads(entry.number, scan, row, slice))
                    << "row " << row << " of slice " << slice;
    }
}

TEST(HostStages, SayWhatOneThreadAfterTheOtherSays) {
    check_every_stage(with_grid(built_in_platform(), 61, 37, 7));
    check_every_stage(with_grid(built_in_platform(), 1, 1, 1));
    check_every_stage(with_grid(built_in_platform(), 129, 3, 52));
}

/// The margins of stages 1 to 9 hold for the case study only, so this test does not compare with the reference. Both
/// forms must agree for any machine.
TEST(HostStages, ScanRandomMachines) {
    for (std::uint64_t seed = 0; seed < hexscan_test::how_many_seeds(20); ++seed) {
        SCOPED_TRACE(seed);
        check_every_stage(with_grid(hexscan_test::random_platform(seed), 41, 23, 5), Truth::not_asked);
    }
}

TEST(HostStages, RunEveryStageOfTheLadder) {
    for (const StageEntry& entry : stage_registry()) {
        ASSERT_NE(entry.on_host, nullptr) << entry.name;
        EXPECT_EQ(entry.on_host->name(), entry.name);
        EXPECT_EQ(&entry_of(*entry.on_host), &entry);
    }
}

/// Stages 1 to 3 differ only in launch shapes and copies, so they are the same on a CPU.
TEST(HostStages, ShareTheirCodeWhereOnlyTheLaunchDiffers) {
    const auto code = [](int number) { return find_stage(std::to_string(number))->on_host->code(); };
    EXPECT_EQ(code(1), code(2));
    EXPECT_EQ(code(1), code(3));
    for (int a = 3; a <= 10; ++a)
        for (int b = a + 1; b <= 10; ++b) EXPECT_NE(code(a), code(b)) << a << " and " << b;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(HEXSCAN_SMALL_CODE)

/// Checks a stage on the full grid. It differs from the default engine only at the points at which the single threads
/// differ, and nowhere beyond its margin.
void check_full_grid(const char* stage) {
    const StageEntry& entry = *find_stage(stage);
    const ScanPlan plan = make_scan_plan(built_in_platform());
    const OrientedPlan oriented = plan.oriented();
    const ScanGeometry<float> scan = to_float(oriented.geometry);
    const Workspace exact = scan_on_cpu(oriented);
    const auto ours = scan_over(entry, plan, 0xFF);
    const Verification truth = verify(*ours, oriented, exact, entry.on_host->margin_tolerance(plan));
    EXPECT_TRUE(truth.passed) << truth.worst_margin;
    EXPECT_GT(truth.differences, 0);
    std::int64_t differences = 0;
    for (int slice = 0; slice < plan.slices(); ++slice) {
        const WorkspaceSlice got = ours->slice(slice);
        const WorkspaceSlice& expected = exact[static_cast<std::size_t>(slice)];
        for (int row = 0; row < plan.rows(); ++row) {
            if (std::ranges::equal(got.row(row), expected.row(row))) continue;
            const auto threads = row_of_threads(entry.number, scan, row, slice);
            ASSERT_EQ(bytes_of_row(got, row, plan.columns()), threads);
            const auto verdicts = bytes_of_row(expected, row, plan.columns());
            for (std::size_t column = 0; column < threads.size(); ++column)
                differences += threads[column] != verdicts[column] ? 1 : 0;
        }
    }
    EXPECT_EQ(differences, truth.differences);
}

TEST(HostStagesOnTheFullGrid, LowSharedMemory) { check_full_grid("low-shared-memory"); }
TEST(HostStagesOnTheFullGrid, Intrinsics) { check_full_grid("intrinsics"); }
TEST(HostStagesOnTheFullGrid, PackedBits) { check_full_grid("packed-bits"); }

#endif

}  // namespace
}  // namespace hexscan
