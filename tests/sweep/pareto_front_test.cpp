// The Pareto front, compared with a comparison of all pairs.

#include "src/sweep/report/pareto_front.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace {

using hexscan::ParetoFront;
using Values = std::vector<double>;

bool beats(const Values& a, const Values& b) {
    bool larger = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] < b[i]) return false;
        larger = larger || a[i] > b[i];
    }
    return larger;
}

void expect_front(const std::vector<Values>& all) {
    ParetoFront front;
    for (const Values& values : all) front.add(values);
    std::set<Values> distinct;
    for (const Values& values : all) {
        const bool on_front = std::none_of(all.begin(), all.end(), [&](const Values& v) { return beats(v, values); });
        ASSERT_EQ(front.holds(values), on_front);
        if (on_front) distinct.insert(values);
    }
}

TEST(ParetoFront, IsWhatNoOtherVectorBeats) {
    std::mt19937_64 dice(21);
    for (std::size_t dimensions = 1; dimensions <= 4; ++dimensions)
        // Few levels create ties and duplicates; many levels create none.
        for (const std::uint64_t levels : {2U, 3U, 10U, 1000000U})
            for (const std::size_t count : {1U, 2U, 5U, 50U, 400U}) {
                std::vector<Values> all(count, Values(dimensions));
                for (Values& values : all)
                    for (double& value : values)
                        value = static_cast<double>(dice() % levels) - static_cast<double>(levels / 2);
                SCOPED_TRACE(testing::Message() << dimensions << " dimensions, " << levels << " levels, " << count);
                expect_front(all);
                std::sort(all.begin(), all.end());
                expect_front(all);
                std::reverse(all.begin(), all.end());
                expect_front(all);
            }
}

TEST(ParetoFront, KeepsOpposedObjectivesAll) {
    std::vector<Values> all;
    for (int i = 0; i < 300; ++i)
        all.push_back({static_cast<double>(i * 7919 % 300), -static_cast<double>(i * 7919 % 300)});
    expect_front(all);
    ParetoFront front;
    for (const Values& values : all) front.add(values);
}

TEST(ParetoFront, TakesZerosOfBothSignsAndInfinitiesForWhatTheyAre) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    expect_front({{0.0, 1}, {-0.0, 1}, {0.0, 2}});
    expect_front({{infinity, 0}, {0, infinity}, {-infinity, 1}, {1, -infinity}});
    EXPECT_FALSE(ParetoFront().holds({1}));
}

/// Values that differ by less than 1e-12 of their size, as rounding causes, are equal. Others are not.
TEST(ParetoFront, TakesNoRoundingForABetterValue) {
    using hexscan::without_rounding;
    for (const double value : {0.25, 0.1, -3.7, 1e-9, 6e20}) {
        EXPECT_EQ(without_rounding(value * (1 + 3e-16)), without_rounding(value)) << value;
        EXPECT_EQ(without_rounding(value * (1 - 3e-16)), without_rounding(value)) << value;
        EXPECT_NE(without_rounding(value * (1 + 1e-11)), without_rounding(value)) << value;
        EXPECT_NEAR(without_rounding(value), value, 1e-12 * std::abs(value));
    }
    EXPECT_EQ(without_rounding(0), 0);
    EXPECT_EQ(without_rounding(-std::numeric_limits<double>::infinity()), -std::numeric_limits<double>::infinity());
}

}  // namespace
