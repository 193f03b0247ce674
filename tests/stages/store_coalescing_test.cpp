#include "tests/stages/store_coalescing.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/base/text.h"
#include "stages/registry.h"
#include "tests/support/slice_stages.h"

/// Tests the counts of sectors that the stages' stores touch: exact counts on the default grid, the rows of
/// docs/case-study-limits.md with these counts, and shapes whose answer is known without counting.
namespace {

using hexscan::count_store_sectors;
using hexscan::PointSpacing;
using hexscan::StoreCoalescing;
using hexscan::StorePattern;
using hexscan::StoreTarget;

/// After this number of slices the addresses of every stage repeat modulo a sector. Packed bits fill a whole number of
/// sectors after 4 x 125 000 bytes, bytes after a single slice.
constexpr int counted_slices = 4;

constexpr StorePattern sixteen_wide{.launch = {.block_x = 16, .block_y = 16}};
constexpr StorePattern ten_wide{.launch = {.block_x = 10, .block_y = 10}};
constexpr StorePattern two_points{.launch = {.block_x = 8, .block_y = 16, .points_per_thread = 2}};
constexpr StorePattern four_bytes{
    .launch = {.block_x = 32, .block_y = 8, .points_per_thread = 4, .spacing = PointSpacing::adjacent},
    .points_per_store = 4,
    .bytes_per_store = 4};
constexpr StorePattern eight_bits{
    .launch = {.block_x = 32, .block_y = 8, .points_per_thread = 8, .spacing = PointSpacing::adjacent},
    .points_per_store = 8,
    .bytes_per_store = 1};

/// The stores of a group of stages on the default grid, and their counts.
struct StageStores {
    const char* stages;
    const char* warp_shape;  ///< the points that one store of a warp covers
    StorePattern pattern;
    std::size_t row_bytes, padded_row_bytes;
    std::int64_t requests, sectors, padded_sectors;
};

const std::vector<StageStores>& all_stages() {
    static const std::vector<StageStores> stages{
        {"1, 4", "2 rows of 16 bytes", sixteen_wide, 1000, 1024, 126000, 314000, 252000},
        {"2, 3", "3.2 rows of 10 bytes", ten_wide, 1000, 1024, 160000, 612800, 612400},
        {"5, 6, 7", "4 rows of 8 bytes, twice", two_points, 1000, 1024, 125000, 500000, 500000},
        {"8", "1 row of 128 bytes", four_bytes, 1000, 1024, 32000, 149000, 128000},
        {"9", "1 row of 32 bytes", eight_bits, 125, 128, 16000, 31125, 16000},
    };
    return stages;
}

StoreCoalescing count_default_grid(const StorePattern& pattern, std::size_t row_bytes) {
    return count_store_sectors(pattern, {1000, 1000, counted_slices, row_bytes});
}

StoreCoalescing count_one_warp(const StorePattern& pattern, int columns, int rows, std::size_t row_bytes) {
    return count_store_sectors(pattern, {columns, rows, 1, row_bytes});
}

/// Exercise 2 of docs/case-study.md gives each row a warp. One of four rows begins at a sector. There every piece of 32
/// bytes is one sector, in the other rows it is two. The last piece of a row has 8 bytes and is always in one sector.
TEST(StoreCoalescing, ExerciseTwoStoresRowsOfAWarp) {
    const StoreCoalescing stores = count_default_grid({.launch = {.block_x = 32, .block_y = 4}}, 1000);
    constexpr std::int64_t pieces_per_row = 32, rows_of_four = 1000 / 4 * counted_slices;
    EXPECT_EQ(stores.requests, 4 * pieces_per_row * rows_of_four);
    EXPECT_EQ(stores.sectors, (pieces_per_row + 3 * (2 * pieces_per_row - 1)) * rows_of_four);
    EXPECT_NEAR(stores.efficiency(), 0.566, 0.0005);
}

/// The counted patterns are those of the stages.
TEST(StoreCoalescing, PatternsAreThoseOfTheStages) {
    const auto stages = hexscan_test::point_stages();
    if (stages.empty()) GTEST_SKIP() << "the stages are not compiled in";
    for (const StageStores& stores : all_stages())
        for (const std::string_view number : hexscan::split(stores.stages, ',')) {
            const std::string digits(number.substr(number.find_first_not_of(' ')));
            const auto stage =
                std::find_if(stages.begin(), stages.end(), [&](const hexscan_test::PointStage& candidate) {
                    return candidate.entry == hexscan::find_stage(digits);
                });
            ASSERT_NE(stage, stages.end()) << digits;
            const hexscan::SliceStageSpec& spec = *stage->spec;
            const hexscan::LaunchPolicy& launch = stores.pattern.launch;
            EXPECT_EQ(spec.launch.block_x, launch.block_x) << digits;
            EXPECT_EQ(spec.launch.block_y, launch.block_y) << digits;
            EXPECT_EQ(spec.launch.points_per_thread, launch.points_per_thread) << digits;
            EXPECT_EQ(spec.launch.spacing, launch.spacing) << digits;
            const bool bits = spec.format == hexscan::VerdictFormat::bits;
            EXPECT_EQ(bits ? 8 : stores.pattern.bytes_per_store, stores.pattern.points_per_store) << digits;
        }
}

/// Every verdict is stored once, as a byte or a bit.
TEST(StoreCoalescing, DefaultGrid) {
    for (const StageStores& stage : all_stages()) {
        SCOPED_TRACE(stage.stages);
        const StoreCoalescing rows = count_default_grid(stage.pattern, stage.row_bytes);
        EXPECT_EQ(rows.requests, stage.requests);
        EXPECT_EQ(rows.sectors, stage.sectors);
        EXPECT_EQ(rows.bytes, std::int64_t{counted_slices} * 1000 * static_cast<std::int64_t>(stage.row_bytes));
        EXPECT_EQ(count_default_grid(stage.pattern, stage.padded_row_bytes).sectors, stage.padded_sectors);
    }
}

TEST(StoreCoalescing, DocumentQuotesTheCounts) {
    std::ifstream file(std::string(HEXSCAN_SOURCE_DIR) + "/docs/case-study-limits.md");
    const std::string document{std::istreambuf_iterator<char>(file), {}};
    for (const StageStores& stage : all_stages()) {
        const StoreCoalescing rows = count_default_grid(stage.pattern, stage.row_bytes);
        const StoreCoalescing padded = count_default_grid(stage.pattern, stage.padded_row_bytes);
        const double bytes_per_request = static_cast<double>(rows.bytes) / static_cast<double>(rows.requests);
        const std::string line =
            fmt::format("| {} | {} | {} | {:.1f} | {:.2f} | {:.1f} % | {:.2f} | {:.1f} % |", stage.stages,
                        stage.warp_shape, rows.requests / counted_slices, bytes_per_request, rows.sectors_per_request(),
                        100 * rows.efficiency(), padded.sectors_per_request(), 100 * padded.efficiency());
        EXPECT_NE(document.find(line), std::string::npos) << "docs/case-study-limits.md should contain\n" << line;
    }
}

TEST(StoreCoalescing, AlignedBytesOfAWarpAreOneSector) {
    const StoreCoalescing one = count_one_warp({.launch = {.block_x = 32, .block_y = 1}}, 32, 1, 32);
    EXPECT_EQ(one.requests, 1);
    EXPECT_EQ(one.sectors, 1);
    EXPECT_EQ(one.efficiency(), 1);
}

TEST(StoreCoalescing, AlignedWordsOfAWarpAreFourSectors) {
    const StoreCoalescing one = count_one_warp(four_bytes, 128, 1, 128);
    EXPECT_EQ(one.requests, 1);
    EXPECT_EQ(one.sectors, 4);
    EXPECT_EQ(one.efficiency(), 1);
}

/// The second row begins 8 bytes after the start of a sector, so its 32 bytes are in two sectors.
TEST(StoreCoalescing, ShiftedBytesOfAWarpAreTwoSectors) {
    const StoreCoalescing two = count_one_warp({.launch = {.block_x = 32, .block_y = 1}}, 32, 2, 40);
    EXPECT_EQ(two.requests, 2);
    EXPECT_EQ(two.sectors, 1 + 2);
}

/// Each thread of a column touches a sector of its own if rows are at least as long as a sector.
TEST(StoreCoalescing, ScatteredBytesAreOneSectorEach) {
    const StoreCoalescing column = count_one_warp({.launch = {.block_x = 1, .block_y = 32}}, 1, 32, 32);
    EXPECT_EQ(column.requests, 1);
    EXPECT_EQ(column.sectors, 32);
    EXPECT_EQ(column.efficiency(), 1.0 / 32);
}

/// The last warp of a block of 100 threads has 4 threads. Warps outside the grid make no request.
TEST(StoreCoalescing, PartialWarpsCountAsRequests) {
    EXPECT_EQ(count_one_warp(ten_wide, 10, 10, 10).requests, 4);
    EXPECT_EQ(count_one_warp(ten_wide, 10, 3, 10).requests, 1);
    EXPECT_EQ(count_one_warp(two_points, 8, 16, 8).requests, 4);
    EXPECT_EQ(count_one_warp(two_points, 9, 16, 9).requests, 8);
}

}  // namespace
