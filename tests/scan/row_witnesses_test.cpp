// What a row of an inclusive workspace teaches its neighbours.

#include "kernels/row_witnesses.h"

#include <gtest/gtest.h>

#include "src/scan/host_runs.h"

namespace {

using namespace hexscan;

HostRuns gaps_of(std::initializer_list<ColumnRange> ranges) {
    HostRuns gaps;
    for (const ColumnRange range : ranges) gaps.insert(gaps.count(), range);
    return gaps;
}

OrientationIndex numbered(int number) { return {{number, 2 * number, 3 * number}}; }

TEST(RowWitnesses, AreTheLatestThatReachedTheColumnsBesideGaps) {
    ClosingLog log;
    log.note({10, 20}, numbered(1));
    log.note({15, 30}, numbered(2));
    log.note({40, 50}, numbered(3));
    const RowWitnesses witnesses = log.witnesses_beside(gaps_of({{0, 9}, {21, 39}, {51, 60}}));
    // 10: the first; 20: the second, which came later; 40 and 50: the third, once.
    ASSERT_EQ(witnesses.count, 3);
    for (int k = 0; k < 3; ++k)
        for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(witnesses.orientations[k].at[axis], numbered(k + 1).at[axis]);
}

TEST(RowWitnesses, AreNoneWhereNothingWasNotedThere) {
    ClosingLog log;
    EXPECT_EQ(log.witnesses_beside(gaps_of({{5, 9}})).count, 0);
    log.note({20, 30}, numbered(1));
    EXPECT_EQ(log.witnesses_beside(gaps_of({{5, 9}})).count, 0);
    EXPECT_EQ(log.witnesses_beside(gaps_of({})).count, 0);
    EXPECT_EQ(log.witnesses_beside(gaps_of({{5, 19}})).count, 1);
    log.clear();
    EXPECT_EQ(log.witnesses_beside(gaps_of({{5, 19}})).count, 0);
}

TEST(RowWitnesses, KeepTheLatestWhereThereAreMoreThanRoom) {
    ClosingLog log;
    for (int k = 0; k <= ClosingLog::most; ++k) log.note({10 * k, 10 * k + 5}, numbered(k));
    EXPECT_EQ(log.witnesses_beside(gaps_of({{6, 8}})).count, 0) << "column 5 was reached too long ago";
    EXPECT_EQ(log.witnesses_beside(gaps_of({{16, 18}})).count, 1);
    HostRuns gaps;
    for (int k = 1; k < 20; ++k) gaps.insert(gaps.count(), {10 * k + 6, 10 * k + 9});
    EXPECT_EQ(log.witnesses_beside(gaps).count, RowWitnesses::most);
}

}  // namespace
