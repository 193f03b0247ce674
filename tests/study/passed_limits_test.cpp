#include "src/study/instructions/passed_limits.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "kernels/ladder/point_tests.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"

namespace hexscan {
namespace {

/// The scan of the case study on a coarse grid, whose blocks reach beyond its ends.
ScanGeometry<float> coarse_scan() {
    Platform platform = built_in_platform();
    platform.scan.x.count = 37;
    platform.scan.y.count = 29;
    platform.scan.z.count = 5;
    return to_float(make_scan_plan(platform).oriented().geometry);
}

Vec3<float> position(const ScanGeometry<float>& scan, int column, int row, int slice) {
    return {grid_coordinate(scan.x, column), grid_coordinate(scan.y, row), grid_coordinate(scan.z, slice)};
}

std::int64_t sum(const PassedLimits::Histogram& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

PassedLimits counted(const ScanGeometry<float>& scan, LaunchPolicy launch) {
    return count_passed_limits(scan, std::vector{launch}, 0, scan.z.count).front();
}

/// The legs that pass are those that stage 4 passes.
TEST(PassedLimits, StopWhereStageFourStops) {
    const ScanGeometry<float> scan = coarse_scan();
    for (int slice = 0; slice < scan.z.count; ++slice)
        for (int row = 0; row < scan.y.count; ++row)
            for (int column = 0; column < scan.x.count; ++column) {
                const Vec3<float> p = position(scan, column, row, slice);
                int legs = 0;
                while (legs < leg_count && leg_within_limits<StandardMath>(scan.legs[legs], p)) ++legs;
                EXPECT_EQ(passed_limits(scan, p) / limits_per_leg, legs) << column << ' ' << row << ' ' << slice;
            }
}

/// Blocks of one warp and one row: the warps are pieces of 32 points.
TEST(PassedLimits, OfAWarpAreThoseOfItsBestPoint) {
    const ScanGeometry<float> scan = coarse_scan();
    PassedLimits::Histogram expected{};
    for (int slice = 0; slice < scan.z.count; ++slice)
        for (int row = 0; row < scan.y.count; ++row)
            for (int first = 0; first < scan.x.count; first += 32) {
                int most = 0;
                for (int column = first; column < std::min(first + 32, scan.x.count); ++column)
                    most = std::max(most, passed_limits(scan, position(scan, column, row, slice)));
                ++expected[static_cast<std::size_t>(most)];
            }
    EXPECT_EQ(counted(scan, {.block_x = 32, .block_y = 1}).warps, expected);
}

/// 37 columns are three blocks of 16, and 29 rows two. A block has eight warps of two rows. The last block of a column
/// of blocks has 13 rows: its seventh warp has one row, and its eighth is outside.
TEST(PassedLimits, SeparateWarpsOutsideTheGrid) {
    const ScanGeometry<float> scan = coarse_scan();
    const PassedLimits passed = counted(scan, {.block_x = 16, .block_y = 16});
    EXPECT_EQ(passed.blocks, 3 * 2 * 5);
    EXPECT_EQ(passed.warps_outside, 3 * 5);
    EXPECT_EQ(sum(passed.warps), 3 * 15 * 5);
    EXPECT_EQ(sum(passed.points), 37 * 29 * 5);
}

/// More points per thread are fewer warps, each with a better point.
TEST(PassedLimits, OfMorePointsPerThreadAreMore) {
    const ScanGeometry<float> scan = coarse_scan();
    const PassedLimits one = counted(scan, {.block_x = 32, .block_y = 1});
    const PassedLimits two =
        counted(scan, {.block_x = 32, .block_y = 1, .points_per_thread = 2, .spacing = PointSpacing::adjacent});
    const auto mean = [](const PassedLimits::Histogram& warps) {
        double limits = 0;
        for (std::size_t n = 0; n < warps.size(); ++n) limits += static_cast<double>(n) * static_cast<double>(warps[n]);
        return limits / static_cast<double>(sum(warps));
    };
    EXPECT_EQ(sum(two.warps), 29 * 5);
    EXPECT_GT(mean(two.warps), mean(one.warps));
}

}  // namespace
}  // namespace hexscan
