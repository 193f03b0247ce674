// Runs from the columns and holes of a row.

#include "kernels/rows/row_solver.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

#include "src/scan/rows/runs.h"
#include "tests/support/random/dice.h"
#include "tests/support/row_comparison.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

struct Hole {
    int first, last;
};

template <int hole_count>
RowColumns<hole_count> row_of_columns(int first, int last, std::initializer_list<Hole> holes) {
    RowColumns<hole_count> row = empty_row<hole_count>();
    row.first = first;
    row.last = last;
    row.unbroken = holes.size() == 0;
    std::fill_n(row.hole_first, hole_count, 0);
    std::fill_n(row.hole_last, hole_count, -1);
    int h = hole_count;  // filled from the back, so that the order differs from that of the columns
    for (const Hole& hole : holes) {
        row.hole_first[--h] = hole.first;
        row.hole_last[h] = hole.last;
    }
    return row;
}

std::vector<Run> runs_of(const RowColumns<narrow_holes>& row) {
    std::vector<Run> runs;
    const int counted = for_each_run(row, [&](int first, int last) { runs.push_back({first, last}); });
    EXPECT_EQ(static_cast<std::size_t>(counted), runs.size());
    return runs;
}

void expect_runs(const RowColumns<narrow_holes>& row, const std::vector<Run>& expected) {
    const std::vector<Run> runs = runs_of(row);
    EXPECT_TRUE(equal(runs, expected)) << to_text(runs) << " instead of" << to_text(expected);
}

TEST(ForEachRun, RowsWithoutHoles) {
    expect_runs(empty_row<narrow_holes>(), {});
    expect_runs(row_of_columns<narrow_holes>(3, 2, {}), {});
    expect_runs(row_of_columns<narrow_holes>(0, 0, {}), {{0, 0}});
    expect_runs(row_of_columns<narrow_holes>(2, 9, {}), {{2, 9}});
}

TEST(ForEachRun, HolesInsideOverEndsAndBeyond) {
    expect_runs(row_of_columns<narrow_holes>(2, 9, {{4, 5}}), {{2, 3}, {6, 9}});
    expect_runs(row_of_columns<narrow_holes>(2, 9, {{1, 2}}), {{3, 9}});
    expect_runs(row_of_columns<narrow_holes>(2, 9, {{9, 12}}), {{2, 8}});
    expect_runs(row_of_columns<narrow_holes>(2, 9, {{0, 1}, {10, 11}}), {{2, 9}});
    expect_runs(row_of_columns<narrow_holes>(2, 9, {{2, 9}}), {});
    expect_runs(row_of_columns<narrow_holes>(2, 9, {{-5, 50}}), {});
    expect_runs(row_of_columns<narrow_holes>(5, 4, {{3, 3}}), {});
}

TEST(ForEachRun, HolesThatOverlapTouchAndNest) {
    expect_runs(row_of_columns<narrow_holes>(0, 20, {{5, 9}, {8, 12}}), {{0, 4}, {13, 20}});
    expect_runs(row_of_columns<narrow_holes>(0, 20, {{10, 12}, {5, 9}}), {{0, 4}, {13, 20}});
    expect_runs(row_of_columns<narrow_holes>(0, 20, {{5, 15}, {8, 9}, {15, 16}}), {{0, 4}, {17, 20}});
    expect_runs(row_of_columns<narrow_holes>(0, 20, {{16, 17}, {12, 15}, {8, 11}, {4, 7}, {0, 3}}), {{18, 20}});
}

TEST(ForEachRun, EmptyHolesCutNothing) {
    expect_runs(row_of_columns<narrow_holes>(0, 20, {{7, 6}, {0, -1}, {30, 29}}), {{0, 20}});
    expect_runs(row_of_columns<narrow_holes>(0, 20, {{7, 6}, {7, 7}}), {{0, 6}, {8, 20}});
}

TEST(ForEachRun, AsManyRunsAsHolesAllow) {
    expect_runs(row_of_columns<narrow_holes>(0, 12, {{11, 11}, {1, 1}, {5, 5}, {3, 3}, {9, 9}, {7, 7}}),
                {{0, 0}, {2, 2}, {4, 4}, {6, 6}, {8, 8}, {10, 10}, {12, 12}});
}

/// Compares with the definition: a column counts unless some hole contains it.
TEST(ForEachRun, RandomHoles) {
    Dice dice(7);
    for (int k = 0; k < 20000; ++k) {
        const int first = dice.whole(0, 6), last = dice.whole(-1, 24);
        RowColumns<narrow_holes> row = row_of_columns<narrow_holes>(first, last, {{0, -1}});
        for (int h = 0; h < narrow_holes; ++h) {
            row.hole_first[h] = dice.whole(-2, 26);
            row.hole_last[h] = row.hole_first[h] + dice.whole(-3, 5);
        }
        std::vector<std::uint8_t> verdicts(30, 0);
        for (int c = first; c <= last; ++c) {
            bool lost = false;
            for (int h = 0; h < narrow_holes; ++h) lost |= row.hole_first[h] <= c && c <= row.hole_last[h];
            verdicts[static_cast<std::size_t>(c)] = lost ? 0 : 1;
        }
        WorkspaceSlice expected;
        append_row_from_bytes(verdicts, expected);
        ASSERT_TRUE(equal(runs_of(row), expected.row(0))) << "draw " << k;
    }
}

}  // namespace
