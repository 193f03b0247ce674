// Data that the search of an inclusive row packs into few bits: the order of a node's children, the legs of a set of
// limits, the best of a row's samples. Also tests which columns of a range are in gaps.

#include "kernels/sets/inclusive_rows.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "src/scan/rows/host_runs.h"
#include "tests/support/random/dice.h"

namespace {

using namespace hexscan;

std::vector<int> children_in_order(unsigned list) {
    std::vector<int> order;
    for (; list != 0; list = child_list::without_next(list)) order.push_back(child_list::next(list));
    return order;
}

TEST(InclusiveRows, OpenTheChildFirstThatMayReachMost) {
    hexscan_test::Dice dice(7);
    for (int trial = 0; trial < 1000; ++trial) {
        struct Child {
            unsigned columns;
            int number;
        };
        std::vector<Child> children;
        RankedChildren ranked;
        EXPECT_FALSE(ranked.any());
        for (int number = 0; number < most_children; ++number) {
            if (!dice.chance(0.7)) continue;
            const auto columns = static_cast<unsigned>(dice.whole(1, 5));
            // Among children that reach equally far, the last comes first.
            const bool is_first = std::all_of(children.begin(), children.end(),
                                              [&](const Child& other) { return columns >= other.columns; });
            EXPECT_EQ(ranked.add(number, columns), is_first);
            children.push_back({columns, number});
        }
        std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
            return a.columns != b.columns ? a.columns > b.columns : a.number > b.number;
        });
        std::vector<int> expected;
        for (const Child& child : children) expected.push_back(child.number);
        EXPECT_EQ(children_in_order(ranked.list()), expected) << "trial " << trial;
        EXPECT_EQ(ranked.any(), !expected.empty());
    }
}

TEST(InclusiveRows, GoThroughTheLegsThatAreAskedFromOneOn) {
    for (unsigned legs = 0; legs < 1U << leg_count; ++legs)
        for (int first = 0; first < leg_count; ++first) {
            unsigned limits = 0;
            std::vector<int> expected;
            for (int k = 0; k < leg_count; ++k) {
                const int leg = (first + k) % leg_count;
                if ((legs >> leg & 1U) == 0) continue;
                expected.push_back(leg);
                limits |= 1U << (telescopic_limit_count * leg + leg % telescopic_limit_count);
            }
            const LegList list(limits, first);
            std::vector<int> listed;
            for (int k = 0; k < list.count; ++k) listed.push_back(list[k]);
            EXPECT_EQ(listed, expected) << "legs " << legs << " from " << first;
        }
}

TEST(InclusiveRows, KeepTheSampleThatMayReachMost) {
    RowSamples samples;
    samples.add(3, {10, 14});
    samples.add(31, {0, 4});
    EXPECT_EQ(samples.best, 3) << "the first of those that reach as far";
    samples.add(7, {2, 7});
    EXPECT_EQ(samples.best, 7);
    EXPECT_EQ(samples.best_columns, (ColumnRange{2, 7}));
    EXPECT_EQ(samples.reaching, 1U << 3 | 1U << 7 | 1U << 31);
}

TEST(InclusiveRows, AskOfARangeWhatIsFromItsFirstToItsLastGap) {
    hexscan_test::Dice dice(3);
    for (int trial = 0; trial < 2000; ++trial) {
        constexpr int columns = 24;
        std::array<bool, columns> in_gap{};
        HostRuns gaps, unused;
        for (int at = dice.whole(0, 4); at < columns;) {
            const int last = std::min(at + dice.whole(0, 4), columns - 1);
            gaps.insert(gaps.count(), {at, last});
            for (int column = at; column <= last; ++column) in_gap[static_cast<std::size_t>(column)] = true;
            at = last + 2 + dice.whole(0, 4);
        }
        InclusiveRow<HostRuns> row{0, 0, gaps, unused, false};
        const int first = dice.whole(0, columns - 1), last = dice.whole(0, columns - 1);
        ColumnRange expected{0, -1};
        for (int column = first; column <= last; ++column) {
            if (!in_gap[static_cast<std::size_t>(column)]) continue;
            if (expected.empty()) expected.first = column;
            expected.last = column;
        }
        const ColumnRange asked = gaps_within(row, {first, last});
        EXPECT_EQ(asked.empty(), expected.empty()) << "trial " << trial;
        if (!expected.empty()) {
            EXPECT_EQ(asked, expected) << "trial " << trial;
        }
        row.undecided = true;
        EXPECT_TRUE(gaps_within(row, {first, last}).empty());
    }
}

}  // namespace
