#include "kernels/thread_mapping.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

/// Every grid point belongs to exactly one thread of exactly one launch, whatever the grid: blocks, threads
/// and launches are counted out here as a device would, with the kernels' own index arithmetic.
namespace {

using hexscan::blocks_for;
using hexscan::GridPoint;
using hexscan::LaunchPolicy;
using hexscan::SliceLaunch;
using hexscan::ThreadPlace;

struct Grid {
    int columns, rows, slices;
};

enum class Spacing { strided, adjacent };

struct Mapping {
    const char* name;
    Spacing spacing;
    LaunchPolicy launch;
};

/// The launch shapes of stages 1 to 9.
const std::vector<Mapping>& stage_mappings() {
    static const std::vector<Mapping> mappings{
        {"stage 1", Spacing::strided, {.block_x = 16, .block_y = 16, .slices_per_launch = 1}},
        {"stage 2", Spacing::strided, {.block_x = 10, .block_y = 10}},
        {"stage 3", Spacing::strided, {.block_x = 10, .block_y = 10, .slices_per_launch = 50}},
        {"stage 4", Spacing::strided, {.block_x = 16, .block_y = 16, .slices_per_launch = 50}},
        {"stages 5 to 7",
         Spacing::strided,
         {.block_x = 8, .block_y = 16, .points_per_thread = 2, .slices_per_launch = 50}},
        {"stage 8",
         Spacing::adjacent,
         {.block_x = 32, .block_y = 8, .points_per_thread = 4, .slices_per_launch = 50}},
        {"stage 9",
         Spacing::adjacent,
         {.block_x = 32, .block_y = 8, .points_per_thread = 8, .slices_per_launch = 50}},
    };
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
        for_each_band(launch, grid.columns, grid.rows, first, std::min(per_launch, grid.slices - first),
                      visit, most_blocks);
}

GridPoint point_of(const Mapping& mapping, ThreadPlace place, const SliceLaunch& launched, int k) {
    return mapping.spacing == Spacing::strided
               ? strided_point(mapping.launch, place, launched.first_row, launched.first_slice, k)
               : adjacent_point(mapping.launch, place, launched.first_row, launched.first_slice, k);
}

/// How often each point is visited, x fastest. Threads beyond the grid leave at once, as in the kernels; a
/// slice beyond it would be written to memory that is not there, so none may occur.
std::vector<int> visits(const Mapping& mapping, const Grid& grid, int most_blocks) {
    std::vector<int> counts(static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows) *
                            static_cast<std::size_t>(grid.slices));
    for_each_launch(grid, mapping.launch, most_blocks, [&](const SliceLaunch& launched) {
        EXPECT_LE(launched.blocks_y, most_blocks);
        EXPECT_LE(launched.blocks_z, most_blocks);
        for_each_thread(launched, mapping.launch, [&](ThreadPlace place) {
            for (int k = 0; k < mapping.launch.points_per_thread; ++k) {
                const GridPoint point = point_of(mapping, place, launched, k);
                ASSERT_TRUE(point.slice >= 0 && point.slice < grid.slices);
                if (point.column >= grid.columns || point.row >= grid.rows) continue;
                const auto row = static_cast<std::size_t>(point.slice * grid.rows + point.row);
                ++counts[row * static_cast<std::size_t>(grid.columns) +
                         static_cast<std::size_t>(point.column)];
            }
        });
    });
    return counts;
}

void expect_each_point_once(const Mapping& mapping, const Grid& grid, int most_blocks) {
    const std::vector<int> counts = visits(mapping, grid, most_blocks);
    const auto [least, most] = std::ranges::minmax(counts);
    EXPECT_TRUE(least == 1 && most == 1)
        << mapping.name << " on " << grid.columns << " x " << grid.rows << " x " << grid.slices
        << " visits points " << least << " to " << most << " times";
}

TEST(StageCoverage, EachPointExactlyOnce) {
    for (const Mapping& mapping : stage_mappings())
        for (const Grid& grid : awkward_grids())
            expect_each_point_once(mapping, grid, hexscan::max_blocks_yz);
}

/// With room for a few blocks only, rows go in bands and slices in more launches.
TEST(StageCoverage, EachPointExactlyOnceInBandsOfRows) {
    for (const Mapping& mapping : stage_mappings())
        for (const Grid& grid : awkward_grids())
            for (const int most_blocks : {1, 3}) expect_each_point_once(mapping, grid, most_blocks);
}

TEST(StageCoverage, AnyLaunchShape) {
    for (const Spacing spacing : {Spacing::strided, Spacing::adjacent})
        for (const int block_x : {1, 3, 32})
            for (const int block_y : {1, 5})
                for (const int points : {1, 2, 5, 8})
                    for (const int slices : {0, 1, 4})
                        for (const Grid& grid : {Grid{1, 1, 1}, Grid{37, 11, 9}})
                            expect_each_point_once({"a shape", spacing, {block_x, block_y, points, slices}},
                                                   grid, hexscan::max_blocks_yz);
}

/// The default scan gives the launches of the published table.
TEST(StageCoverage, DefaultScanHasThePublishedLaunches) {
    struct Published {
        std::size_t mapping;
        int blocks_x, blocks_y, blocks_z, launches;
    };
    for (const Published& published :
         {Published{0, 63, 63, 1, 350}, Published{1, 100, 100, 350, 1}, Published{2, 100, 100, 50, 7},
          Published{3, 63, 63, 50, 7}, Published{4, 63, 63, 50, 7}}) {
        const Mapping& mapping = stage_mappings()[published.mapping];
        SCOPED_TRACE(mapping.name);
        int launches = 0;
        for_each_launch({1000, 1000, 350}, mapping.launch, hexscan::max_blocks_yz,
                        [&](const SliceLaunch& launched) {
                            ++launches;
                            EXPECT_EQ(launched.blocks_x, published.blocks_x);
                            EXPECT_EQ(launched.blocks_y, published.blocks_y);
                            EXPECT_EQ(launched.blocks_z, published.blocks_z);
                        });
        EXPECT_EQ(launches, published.launches);
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

/// Stage 9: a thread's points are the bits of one byte, so each byte of a row is stored once.
TEST(StageCoverage, AdjacentPointsAreTheBitsOfOneByte) {
    const Mapping& packed = stage_mappings().back();
    const SliceLaunch launched{3, 2, 1, 0, 0};
    for_each_thread(launched, packed.launch, [&](ThreadPlace place) {
        const GridPoint first = point_of(packed, place, launched, 0);
        EXPECT_EQ(first.column % 8, 0);
        for (int k = 0; k < 8; ++k) EXPECT_EQ(point_of(packed, place, launched, k).column, first.column + k);
    });
}

/// Stages 1 to 8 store bytes: the threads of a row of a block write neighbouring bytes.
TEST(StageCoverage, StridedPointsOfNeighbouringThreadsAreNeighbours) {
    const LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 2};
    for (int k = 0; k < 2; ++k)
        for (int thread = 1; thread < 8; ++thread)
            EXPECT_EQ(strided_point(launch, {3, 0, 0, thread, 5}, 0, 0, k).column,
                      strided_point(launch, {3, 0, 0, thread - 1, 5}, 0, 0, k).column + 1);
}

/// Stage 10: every row of every slice has one lane, and no lane has a slice that is not there.
TEST(StageCoverage, EachRowHasOneLane) {
    constexpr int lanes = 32;
    for (const int rows : {1, 31, 32, 33, 1000})
        for (const int slices : {1, 2, 7}) {
            const int per_slice = blocks_for(rows, lanes);
            std::vector<int> counts(static_cast<std::size_t>(rows) * static_cast<std::size_t>(slices));
            for (int segment = 0; segment < per_slice * slices; ++segment)
                for (int lane = 0; lane < lanes; ++lane) {
                    const auto [row, slice] = hexscan::segment_row(
                        static_cast<unsigned>(segment), static_cast<unsigned>(per_slice), lanes, lane);
                    ASSERT_LT(slice, slices);
                    if (row < rows) ++counts[static_cast<std::size_t>(slice * rows + row)];
                }
            EXPECT_TRUE(std::ranges::all_of(counts, [](int count) { return count == 1; })) << rows << " rows";
        }
}

}  // namespace
