#include "kernels/ladder/thread_mapping.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/rows/segment_row.h"
#include "src/files/platform_file.h"
#include "src/scan/platform.h"
#include "stages/registry.h"
#include "tests/support/slice_stages.h"

/// Tests that every grid point belongs to exactly one thread of exactly one launch, for any grid. The tests enumerate
/// blocks, threads and launches like a device, with the kernels' own index arithmetic.
namespace {

using hexscan::blocks_for;
using hexscan::GridPoint;
using hexscan::LaunchPolicy;
using hexscan::PointSpacing;
using hexscan::SliceLaunch;
using hexscan::ThreadPlace;

struct Grid {
    int columns, rows, slices;
};

struct Mapping {
    std::string name;
    LaunchPolicy launch;
};

/// The launch policies of the stages that visit points, from the stages themselves. Empty in a build without CUDA.
std::vector<Mapping> stage_mappings() {
    std::vector<Mapping> mappings;
    for (const hexscan_test::PointStage& stage : hexscan_test::point_stages())
        mappings.push_back({stage.entry->name, stage.spec->launch});
    return mappings;
}

const std::vector<Grid>& awkward_grids() {
    static const std::vector<Grid> grids{{1, 1, 1},    {7, 5, 3},   {8, 8, 1},    {9, 1, 51},
                                         {16, 16, 50}, {17, 33, 9}, {1, 1000, 2}, {100, 1, 101},
                                         {255, 9, 2},  {257, 8, 2}, {1000, 3, 7}, {31, 101, 2}};
    return grids;
}

template <class Visit>
void for_each_thread(const SliceLaunch& launched, LaunchPolicy launch, Visit visit) {
    ThreadPlace place{};
    for (place.block_z = 0; place.block_z < launched.blocks_z; ++place.block_z)
        for (place.block_y = 0; place.block_y < launched.blocks_y; ++place.block_y)
            for (place.block_x = 0; place.block_x < launched.blocks_x; ++place.block_x)
                for (place.thread_y = 0; place.thread_y < launch.block_y; ++place.thread_y)
                    for (place.thread_x = 0; place.thread_x < launch.block_x; ++place.thread_x) visit(place);
}

template <class Visit>
void for_each_launch(const Grid& grid, LaunchPolicy launch, int most_blocks, Visit visit) {
    const int per_launch = slices_of_launch(launch, grid.slices, most_blocks);
    for (int first = 0; first < grid.slices; first += per_launch)
        for_each_band(launch, grid.columns, grid.rows, first, std::min(per_launch, grid.slices - first), visit,
                      most_blocks);
}

/// The number of visits of each point, x fastest. Threads outside the grid return at once, as in the kernels. A slice
/// outside the grid must not occur, because its verdicts would be written outside the memory.
std::vector<int> visits(const Mapping& mapping, const Grid& grid, int most_blocks) {
    std::vector<int> counts(static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows) *
                            static_cast<std::size_t>(grid.slices));
    for_each_launch(grid, mapping.launch, most_blocks, [&](const SliceLaunch& launched) {
        EXPECT_LE(launched.blocks_y, most_blocks);
        EXPECT_LE(launched.blocks_z, most_blocks);
        for_each_thread(launched, mapping.launch, [&](ThreadPlace place) {
            for (int k = 0; k < mapping.launch.points_per_thread; ++k) {
                const GridPoint point =
                    point_of_thread(mapping.launch, place, launched.first_row, launched.first_slice, k);
                ASSERT_TRUE(point.slice >= 0 && point.slice < grid.slices);
                if (point.column >= grid.columns || point.row >= grid.rows) continue;
                const auto row = static_cast<std::size_t>(point.slice * grid.rows + point.row);
                ++counts[row * static_cast<std::size_t>(grid.columns) + static_cast<std::size_t>(point.column)];
            }
        });
    });
    return counts;
}

void expect_each_point_once(const Mapping& mapping, const Grid& grid, int most_blocks) {
    const std::vector<int> counts = visits(mapping, grid, most_blocks);
    const auto [least, most] = std::ranges::minmax(counts);
    EXPECT_TRUE(least == 1 && most == 1) << mapping.name << " on " << grid.columns << " x " << grid.rows << " x "
                                         << grid.slices << " visits points " << least << " to " << most << " times";
}

TEST(StageCoverage, EachPointExactlyOnce) {
    for (const Mapping& mapping : stage_mappings())
        for (const Grid& grid : awkward_grids()) expect_each_point_once(mapping, grid, hexscan::max_blocks_yz);
}

/// If the device allows only a few blocks, rows are split into bands and slices into more launches.
TEST(StageCoverage, EachPointExactlyOnceInBandsOfRows) {
    for (const Mapping& mapping : stage_mappings())
        for (const Grid& grid : awkward_grids())
            for (const int most_blocks : {1, 3}) expect_each_point_once(mapping, grid, most_blocks);
}

TEST(StageCoverage, AnyLaunchShape) {
    for (const PointSpacing spacing : {PointSpacing::strided, PointSpacing::adjacent})
        for (const int block_x : {1, 3, 32})
            for (const int block_y : {1, 5})
                for (const int points : {1, 2, 5, 8})
                    for (const int slices : {0, 1, 4})
                        for (const Grid& grid : {Grid{1, 1, 1}, Grid{37, 11, 9}})
                            expect_each_point_once({"a shape", {block_x, block_y, points, slices, spacing}}, grid,
                                                   hexscan::max_blocks_yz);
}

struct Launch {
    hexscan::Extent3 block, grid;
    int launches, points_per_thread;
};

Launch launch_of(const hexscan::LaunchShape& shape) {
    return {shape.block, shape.grid, shape.launches, shape.points_per_thread};
}

/// These are the shapes that docs/case-study.md describes. To change a stage's shape, change that text, too.
TEST(StageCoverage, TheDefaultScanIsLaunchedAsTheCaseStudyTells) {
    const Launch expected[] = {
        {{16, 16, 1}, {63, 63, 1}, 350, 1},  {{10, 10, 1}, {100, 100, 350}, 1, 1}, {{10, 10, 1}, {100, 100, 50}, 7, 1},
        {{16, 16, 1}, {63, 63, 50}, 7, 1},   {{8, 16, 1}, {63, 63, 50}, 7, 2},     {{8, 16, 1}, {63, 63, 50}, 7, 2},
        {{8, 16, 1}, {63, 63, 50}, 7, 2},    {{32, 8, 1}, {8, 125, 50}, 7, 4},     {{32, 8, 1}, {4, 125, 50}, 7, 8},
        {{64, 1, 1}, {5600, 1, 1}, 1, 1000}, {{64, 1, 1}, {2800, 1, 1}, 1, 2000}};
    const hexscan::ScanPlan plan = hexscan::make_scan_plan(hexscan::built_in_platform());
    const auto stages = hexscan::stage_registry();
    ASSERT_GE(stages.size(), std::size(expected));
    if (!HEXSCAN_WITH_CUDA) GTEST_SKIP() << "the stages are not compiled in";
    for (std::size_t i = 0; i < std::size(expected); ++i) {
        const Launch launch = launch_of(stages[i].stage->launch_shape(plan));
        EXPECT_EQ(launch.block, expected[i].block) << stages[i].name;
        EXPECT_EQ(launch.grid, expected[i].grid) << stages[i].name;
        EXPECT_EQ(launch.launches, expected[i].launches) << stages[i].name;
        EXPECT_EQ(launch.points_per_thread, expected[i].points_per_thread) << stages[i].name;
    }
}

TEST(StageCoverage, TallGridsTakeSeveralBands) {
    const LaunchPolicy launch{.block_x = 10, .block_y = 10};
    const int rows = 2 * 655350 + 1;
    int next_row = 0, bands = 0;
    for_each_band(launch, 5, rows, 0, 1, [&](const SliceLaunch& launched) {
        EXPECT_EQ(launched.first_row, next_row);
        next_row += launched.blocks_y * launch.block_y;
        ++bands;
    });
    EXPECT_EQ(bands, 3);
    EXPECT_GE(next_row, rows);
}

/// Eight adjacent points are the bits of one byte, so each byte of a row is stored once.
TEST(StageCoverage, AdjacentPointsAreTheBitsOfOneByte) {
    const LaunchPolicy launch{.block_x = 32, .block_y = 8, .points_per_thread = 8, .spacing = PointSpacing::adjacent};
    for_each_thread(SliceLaunch{3, 2, 1, 0, 0}, launch, [&](ThreadPlace place) {
        const GridPoint first = point_of_thread(launch, place, 0, 0, 0);
        EXPECT_EQ(first.column % 8, 0);
        for (int k = 0; k < 8; ++k) EXPECT_EQ(point_of_thread(launch, place, 0, 0, k).column, first.column + k);
    });
}

/// With strided points, the threads of a row of a block write neighbouring bytes.
TEST(StageCoverage, StridedPointsOfNeighbouringThreadsAreNeighbours) {
    const LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 2};
    for (int k = 0; k < 2; ++k)
        for (int thread = 1; thread < 8; ++thread)
            EXPECT_EQ(point_of_thread(launch, {3, 0, 0, thread, 5}, 0, 0, k).column,
                      point_of_thread(launch, {3, 0, 0, thread - 1, 5}, 0, 0, k).column + 1);
}

/// In stage 10 every row of every slice has one lane, and no lane has a slice outside the grid.
TEST(StageCoverage, EachRowHasOneLane) {
    constexpr int lanes = 32;
    for (const int rows : {1, 31, 32, 33, 1000})
        for (const int slices : {1, 2, 7}) {
            const int per_slice = blocks_for(rows, lanes);
            std::vector<int> counts(static_cast<std::size_t>(rows) * static_cast<std::size_t>(slices));
            for (int segment = 0; segment < per_slice * slices; ++segment)
                for (int lane = 0; lane < lanes; ++lane) {
                    const auto [row, slice] = hexscan::segment_row(static_cast<unsigned>(segment),
                                                                   static_cast<unsigned>(per_slice), lanes, lane);
                    ASSERT_LT(slice, slices);
                    if (row < rows) ++counts[static_cast<std::size_t>(slice * rows + row)];
                }
            EXPECT_TRUE(std::ranges::all_of(counts, [](int count) { return count == 1; })) << rows << " rows";
        }
}

}  // namespace
