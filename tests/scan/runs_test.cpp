#include "src/scan/rows/runs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/scan/plan.h"
#include "tests/support/random/random_platform.h"

namespace {

using hexscan::Run;
using hexscan::ScanPlan;
using hexscan::WorkspaceSlice;

using Bytes = std::vector<std::uint8_t>;

/// Rows of every kind: sparse, dense, or with equal verdicts.
Bytes random_verdicts(std::mt19937_64& engine, std::size_t columns) {
    const std::uint64_t threshold = engine() % 9;
    Bytes verdicts(columns);
    std::ranges::generate(verdicts, [&] { return static_cast<std::uint8_t>(engine() % 8 < threshold); });
    return verdicts;
}

/// Column c is in bit c % 8 of byte c / 8. Bits beyond the last column are set to `filler`.
Bytes packed(const Bytes& verdicts, bool filler) {
    Bytes bits((verdicts.size() + 7) / 8, filler ? 0xFF : 0x00);
    for (std::size_t c = 0; c < verdicts.size(); ++c) {
        const auto bit = static_cast<std::uint8_t>(1U << (c % 8));
        const auto without = static_cast<std::uint8_t>(bits[c / 8] & ~bit);
        bits[c / 8] = verdicts[c] ? static_cast<std::uint8_t>(without | bit) : without;
    }
    return bits;
}

WorkspaceSlice from_bytes(const Bytes& verdicts) {
    WorkspaceSlice slice;
    append_row_from_bytes(verdicts, slice);
    return slice;
}

WorkspaceSlice from_bits(const Bytes& bits, std::size_t columns) {
    WorkspaceSlice slice;
    append_row_from_bits(bits, static_cast<int>(columns), slice);
    return slice;
}

/// Expects runs in order, inside the row, and separated by at least one column.
void expect_canonical(std::span<const Run> runs, std::size_t columns) {
    std::int32_t free_from = 0;
    for (const Run& run : runs) {
        EXPECT_GE(run.first, free_from);
        EXPECT_LE(run.first, run.last);
        EXPECT_LT(run.last, static_cast<std::int32_t>(columns));
        free_from = run.last + 2;
    }
}

TEST(Runs, RoundTripToBytesAtEveryWidth) {
    std::mt19937_64 engine(1);
    for (std::size_t columns = 1; columns <= 70; ++columns)
        for (int draw = 0; draw < 30; ++draw) {
            const Bytes verdicts = random_verdicts(engine, columns);
            const WorkspaceSlice slice = from_bytes(verdicts);
            ASSERT_EQ(slice.rows(), 1);
            expect_canonical(slice.row(0), columns);
            EXPECT_EQ(slice.reachable_points(), std::accumulate(verdicts.begin(), verdicts.end(), 0));
            Bytes back(columns, 0xAA);
            fill_bytes(slice.row(0), back);
            ASSERT_EQ(back, verdicts) << columns << " columns, draw " << draw;
        }
}

TEST(Runs, BitsSayTheSameAsBytesAtEveryWidth) {
    std::mt19937_64 engine(2);
    for (std::size_t columns = 1; columns <= 200; ++columns)
        for (int draw = 0; draw < 15; ++draw) {
            const Bytes verdicts = random_verdicts(engine, columns);
            // Bits beyond the last column must not matter.
            for (const bool filler : {false, true})
                ASSERT_TRUE(from_bits(packed(verdicts, filler), columns) == from_bytes(verdicts))
                    << columns << " columns, draw " << draw;
        }
}

TEST(Runs, WholeAndEmptyRows) {
    EXPECT_EQ(from_bytes(Bytes(9, 0)).runs.size(), 0U);
    const WorkspaceSlice whole = from_bytes(Bytes(9, 1));
    ASSERT_EQ(whole.runs.size(), 1U);
    EXPECT_EQ(whole.runs[0].first, 0);
    EXPECT_EQ(whole.runs[0].last, 8);
    EXPECT_TRUE(from_bits(Bytes{0xFF, 0x01}, 9) == whole);
}

TEST(Runs, EveryOtherColumn) {
    Bytes verdicts(1001);
    for (std::size_t c = 0; c < verdicts.size(); c += 2) verdicts[c] = 1;
    const WorkspaceSlice slice = from_bytes(verdicts);
    EXPECT_EQ(slice.runs.size(), 501U);
    EXPECT_TRUE(from_bits(packed(verdicts, true), verdicts.size()) == slice);
}

TEST(Slices, ConcatenateIsAppendingRowAfterRow) {
    std::mt19937_64 engine(3);
    WorkspaceSlice whole;
    std::vector<WorkspaceSlice> parts;
    for (const int rows : {3, 1, 0, 5, 2}) {
        WorkspaceSlice& part = parts.emplace_back();
        for (int r = 0; r < rows; ++r) {
            const Bytes verdicts = random_verdicts(engine, 23);
            append_row_from_bytes(verdicts, part);
            append_row_from_bytes(verdicts, whole);
        }
    }
    EXPECT_TRUE(hexscan::concatenate(parts) == whole);
    EXPECT_EQ(whole.rows(), 11);
    EXPECT_TRUE(hexscan::concatenate({}) == WorkspaceSlice{});
}

TEST(Slices, NoRowsHaveNoPoints) {
    const WorkspaceSlice slice;
    EXPECT_EQ(slice.rows(), 0);
    EXPECT_EQ(slice.reachable_points(), 0);
}

TEST(Poison, IsWhateverIsNeitherVerdict) {
    EXPECT_EQ(hexscan::count_bytes_above_one({}), 0);
    EXPECT_EQ(hexscan::count_bytes_above_one(Bytes{0, 1, 1, 0}), 0);
    EXPECT_EQ(hexscan::count_bytes_above_one(Bytes{0, 2, 1, 0xFF, 0x80, 0x7F}), 4);
    EXPECT_EQ(hexscan::count_bytes_above_one(Bytes(1001, 0xFF)), 1001);
}

ScanPlan plan_along_x(double from_m, double to_m, int columns) {
    hexscan::Platform platform = hexscan_test::random_platform(1);
    platform.scan.x = {from_m, to_m, columns};
    return make_scan_plan(platform);
}

TEST(AxisColumn, IsTheFirstThatIsNotNegative) {
    EXPECT_EQ(axis_column(plan_along_x(-1, 1, 3)), 1);
    EXPECT_EQ(axis_column(plan_along_x(-1, 1, 4)), 2);
    EXPECT_EQ(axis_column(plan_along_x(-3, -1, 9)), 9);
    EXPECT_EQ(axis_column(plan_along_x(1, 2, 9)), 0);
    EXPECT_EQ(axis_column(plan_along_x(0, 2, 9)), 0);
    EXPECT_EQ(axis_column(plan_along_x(-2, 0, 9)), 8);
    EXPECT_EQ(axis_column(plan_along_x(0, 0, 1)), 0);
    EXPECT_EQ(axis_column(plan_along_x(-1e-9, -1e-9, 1)), 1);
}

TEST(AxisColumn, AgreesWithLookingAtEveryColumn) {
    std::mt19937_64 engine(4);
    std::uniform_real_distribution<double> somewhere(-1, 1);
    for (int draw = 0; draw < 500; ++draw) {
        const double from_m = somewhere(engine);
        const ScanPlan plan = plan_along_x(from_m, from_m + 0.01 + std::abs(somewhere(engine)), 2 + draw % 60);
        int first = 0;
        while (first < plan.columns() && grid_coordinate(plan.x, first) < 0) ++first;
        ASSERT_EQ(axis_column(plan), first) << "draw " << draw;
    }
}

TEST(Slab, KeepsEveryCoordinateToTheBit) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        hexscan::Platform platform = hexscan_test::random_platform(seed);
        platform.scan.z = {0.1, 0.1 + 0.7, 11};
        const ScanPlan plan = make_scan_plan(platform);
        for (int first = 0; first < plan.slices(); ++first)
            for (int count = 1; first + count <= plan.slices(); ++count) {
                const ScanPlan slab = plan.slab(first, count);
                ASSERT_EQ(slab.slices(), count);
                for (int s = 0; s < count; ++s)
                    ASSERT_EQ(std::bit_cast<std::uint64_t>(grid_coordinate(slab.z, s)),
                              std::bit_cast<std::uint64_t>(grid_coordinate(plan.z, first + s)));
            }
    }
}

TEST(Slab, OfASlabCountsFromTheSlab) {
    hexscan::Platform platform = hexscan_test::random_platform(5);
    platform.scan.z = {0.3, 1.7, 29};
    const ScanPlan plan = make_scan_plan(platform);
    const ScanPlan twice = plan.slab(4, 20).slab(3, 9), once = plan.slab(7, 9);
    for (int s = 0; s < 9; ++s) EXPECT_EQ(grid_coordinate(twice.z, s), grid_coordinate(once.z, s));
}

TEST(Grid, MeetsBothEndsOfTheRange) {
    for (const int columns : {2, 3, 7, 1000, 65537}) {
        const ScanPlan plan = plan_along_x(-0.3, 0.7, columns);
        EXPECT_EQ(grid_coordinate(plan.x, 0), -0.3);
        EXPECT_EQ(grid_coordinate(plan.x, columns - 1), 0.7);
    }
}

}  // namespace
