// Counts of the machines that reach a point, one by one and as sums of parts, compared with counts of every point.

#include "src/sweep/meters/reach_steps.h"
#include "hexscan/errors.h"

#include <random>

#include <gtest/gtest.h>

namespace {

using namespace hexscan;

constexpr int grid_columns = 13, grid_rows = 5;

/// Random runs of a slice, in which half of the points are reached; they are also added to `counts`.
WorkspaceSlice random_runs(std::mt19937_64& dice, std::vector<std::uint32_t>& counts) {
    WorkspaceSlice slice;
    for (std::size_t row = 0; row < grid_rows; ++row) {
        std::vector<std::uint8_t> verdicts(grid_columns);
        for (std::size_t column = 0; column < grid_columns; ++column) {
            verdicts[column] = dice() % 2;
            counts[row * grid_columns + column] += verdicts[column];
        }
        append_row_from_bytes(verdicts, slice);
    }
    return slice;
}

TEST(ReachSteps, CountTheMachinesThatReachEachPoint) {
    std::mt19937_64 dice(1);
    // The axis follows the points.
    std::vector<std::uint32_t> counts(grid_columns * grid_rows + 1);
    ReachSteps one(grid_columns, grid_rows), other(grid_columns, grid_rows);
    EXPECT_EQ(one.counts(), counts);
    for (int machine = 0; machine < 100; ++machine) {
        const bool here = machine % 3 == 0, axis = machine % 7 == 0;
        (here ? one : other).add(random_runs(dice, counts), here && axis);
        // Steps of others do not include the axis, so it is counted here.
        if (!here) one.add_axis(axis);
        counts.back() += axis;
    }
    one.add(other.steps());
    EXPECT_EQ(one.counts(), counts);
}

TEST(ReachSteps, GoUpAndDownModuloTheWord) {
    ReachSteps reached(4, 1);
    reached.add(std::vector<std::uint32_t>{2, 1, static_cast<std::uint32_t>(-3), 5, static_cast<std::uint32_t>(-5)});
    EXPECT_EQ(reached.counts(), (std::vector<std::uint32_t>{2, 3, 0, 5, 0}));
}

TEST(ReachSteps, OfAnotherSliceAreRefused) {
    ReachSteps reached(4, 1);
    EXPECT_THROW(reached.add(ReachSteps(4, 2).steps()), InternalError);
}

}  // namespace
