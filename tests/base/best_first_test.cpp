#include "src/base/best_first.h"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random/dice.h"

namespace hexscan {
namespace {

/// A part of the numbers from low to high.
struct Span {
    double at_most, low, high;
    bool operator<(const Span& other) const { return at_most < other.at_most; }
};

/// The largest value of a function that changes by at most `slope` per unit, to a tolerance.
template <class Function>
class LargestValue {
public:
    LargestValue(Function function, double slope) : function_(function), slope_(slope) {}

    void add(double low, double high) {
        const double middle = (low + high) / 2, value = function_(middle);
        best = std::max(best, value);
        open_.add({value + slope_ * (high - low) / 2, low, high});
    }

    const Span* search(double tolerance, int most_splits) {
        return open_.search([&](const Span& span) { return span.at_most <= best + tolerance; },
                            [&](const Span& span) {
                                ++splits;
                                order.push_back(span.at_most);
                                add(span.low, (span.low + span.high) / 2);
                                add((span.low + span.high) / 2, span.high);
                            },
                            most_splits);
    }

    double best = -INFINITY;
    int splits = 0;
    std::vector<double> order;

private:
    Function function_;
    double slope_;
    BestFirst<Span> open_;
};

constexpr int enough_steps = 1'000'000;

TEST(BestFirst, FindsTheLargestValueOfWavesToATolerance) {
    hexscan_test::Dice dice(1);
    for (int trial = 0; trial < 200; ++trial) {
        std::array<double, 3> size{}, rate{}, phase{};
        double slope = 0;
        for (std::size_t k = 0; k < size.size(); ++k) {
            size[k] = dice.between(0, 1);
            rate[k] = dice.between(0, 20);
            phase[k] = dice.between(0, 6);
            slope += size[k] * rate[k];
        }
        const auto wave = [&](double x) {
            double sum = 0;
            for (std::size_t k = 0; k < size.size(); ++k) sum += size[k] * std::sin(rate[k] * x + phase[k]);
            return sum;
        };
        LargestValue search(wave, slope);
        search.add(-1, 2);
        const Span* const left = search.search(1e-3, enough_steps);
        ASSERT_NE(left, nullptr);
        double most = -INFINITY;
        for (int step = 0; step <= 30'000; ++step) most = std::max(most, wave(-1 + step * 1e-4));
        EXPECT_LE(most, left->at_most) << "the bound holds, trial " << trial;
        EXPECT_LE(left->at_most, search.best + 1e-3);
        EXPECT_LT(search.splits, 20'000) << "not all parts are looked at, trial " << trial;
        for (std::size_t k = 1; k < search.order.size(); ++k)
            ASSERT_LE(search.order[k], search.order[k - 1] + 1e-12) << "bounds of the best only fall, trial " << trial;
    }
}

TEST(BestFirst, StopsAfterSoManySplitsAndGoesOnFromThere) {
    const auto ridge = [](double x) { return -std::abs(x - 0.3); };
    LargestValue steps(ridge, 1), whole(ridge, 1);
    steps.add(0, 1);
    whole.add(0, 1);
    double bound = INFINITY;
    for (int calls = 0; calls < 40; ++calls) {
        const Span* const left = steps.search(1e-6, 1);
        ASSERT_NE(left, nullptr);
        EXPECT_LE(left->at_most, bound);
        bound = left->at_most;
        EXPECT_LE(steps.splits, calls + 1);
    }
    const Span* const left = whole.search(1e-6, 40);
    ASSERT_NE(left, nullptr);
    EXPECT_EQ(left->at_most, bound);
    EXPECT_EQ(whole.splits, steps.splits);
}

TEST(BestFirst, ReturnsNothingWhereNoPartIsLeft) {
    BestFirst<int> none;
    EXPECT_EQ(none.search([](int) { return false; }, [](int) {}), nullptr);
    BestFirst<int> countdown;
    countdown.add(3);
    std::vector<int> seen;
    const auto split = [&](int number) {
        seen.push_back(number);
        for (int smaller = 0; smaller < number; ++smaller) countdown.add(smaller);
    };
    EXPECT_EQ(countdown.search([](int) { return false; }, split), nullptr);
    EXPECT_EQ(seen, (std::vector{3, 2, 1, 1, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace hexscan
