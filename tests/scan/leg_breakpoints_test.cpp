// Runs of a row from breakpoints. The result must be the leg's own verdicts, whatever is in doubt and however many
// places are named.

#include "kernels/rows/leg_breakpoints.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "src/scan/rows/host_runs.h"
#include "tests/support/random/dice.h"

namespace {

using namespace hexscan;
using hexscan_test::Dice;

constexpr int column_count = 60;

std::vector<bool> verdicts_of(const HostRuns& runs) {
    std::vector<bool> verdicts(column_count, false);
    for (int r = 0; r < runs.count(); ++r)
        for (int column = runs.get(r).first; column <= runs.get(r).last; ++column)
            verdicts[static_cast<std::size_t>(column)] = true;
    return verdicts;
}

/// A leg that keeps every second stretch between its ends, which are known to within half a column.
struct Striped {
    std::vector<double> ends;
    bool keeps(int column) const {
        int passed = 0;
        for (const double end : ends) passed += end < column ? 1 : 0;
        return passed % 2 == 1;
    }
};

TEST(LegBreakpoints, KeepWhatTheLegKeeps) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Dice dice(seed);
        Striped leg;
        LegBreakpoints<24> points;
        const int ends = dice.whole(0, 8), others = dice.whole(0, 6);
        for (int k = 0; k < ends; ++k) {
            const double end = dice.chance(0.2) ? dice.whole(-3, column_count + 2) : dice.between(-3, column_count + 2);
            const double slack = dice.chance(0.2) ? dice.between(0, 5) : 0.2, shift = dice.between(-slack, slack);
            leg.ends.push_back(end);
            points.add(breakpoint_at(end + shift, slack + 1e-9, column_count));
        }
        for (int k = 0; k < others; ++k)
            points.add(breakpoint_at(dice.between(-9, column_count + 9), 0.3, column_count));
        HostRuns kept;
        int column = dice.whole(0, 5);
        for (int r = 0; column < column_count; ++r) {
            const int last = std::min(column_count - 1, column + dice.whole(0, 30));
            kept.insert(r, {column, last});
            column = last + 2 + dice.whole(0, 10);
        }
        std::vector<bool> expected = verdicts_of(kept);
        HostRuns appended;
        const auto keeps = [&](int c) { return leg.keeps(c); };
        ASSERT_TRUE(append_kept(kept, points, keeps, appended));
        ASSERT_TRUE(keep_leg(points, keeps, kept));
        for (int c = 0; c < column_count; ++c)
            expected[static_cast<std::size_t>(c)] = expected[static_cast<std::size_t>(c)] && leg.keeps(c);
        for (const HostRuns* runs : {&kept, &appended}) {
            ASSERT_EQ(verdicts_of(*runs), expected) << seed;
            for (int r = 1; r < runs->count(); ++r) ASSERT_GT(runs->get(r).first, runs->get(r - 1).last + 1) << seed;
        }
    }
}

TEST(LegBreakpoints, AreWithinTheRow) {
    const auto expect = [](double column, int first, int last) {
        const Breakpoint point = breakpoint_at(column, 0.25, column_count);
        EXPECT_EQ(point.first, first) << column;
        EXPECT_EQ(point.last, last) << column;
    };
    expect(7.5, 8, 7);
    expect(7.1, 7, 7);
    expect(-0.2, 0, 0);
    expect(-1e30, 0, -1);
    expect(-INFINITY, 0, -1);
    expect(column_count - 0.8, column_count - 1, column_count - 1);
    expect(1e30, column_count, column_count - 1);
    expect(INFINITY, column_count, column_count - 1);
    expect(std::numeric_limits<double>::quiet_NaN(), 0, column_count - 1);
}

}  // namespace
