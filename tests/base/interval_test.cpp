#include "src/base/interval.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace hexscan {
namespace {

/// Doubles of every size, zeros included.
class RandomNumbers {
public:
    explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}
    double any() {
        const double mantissa = static_cast<double>(static_cast<std::int64_t>(engine_())) * 0x1p-63;
        const int exponent = static_cast<int>(engine_() % 60) - 30;
        return engine_() % 16 == 0 ? 0 : std::ldexp(mantissa, exponent);
    }
    Interval interval() {
        const double a = any(), b = engine_() % 4 == 0 ? a : any();
        return {std::min(a, b), std::max(a, b)};
    }
    /// A double of the interval.
    double inside(const Interval& a) {
        const double f = static_cast<double>(engine_() >> 11) * 0x1p-53;
        switch (engine_() % 4) {
            case 0: return a.lo;
            case 1: return a.hi;
            default: return std::min(a.hi, std::max(a.lo, a.lo + f * (a.hi - a.lo)));
        }
    }

private:
    std::mt19937_64 engine_;
};

bool holds(const Interval& a, long double x) { return a.lo <= x && x <= a.hi; }

/// long double carries the product of two doubles to 2^-64 of itself, far finer than an interval is wide.
TEST(Interval, ContainsEveryResult) {
    RandomNumbers numbers(1);
    for (int i = 0; i < 200'000; ++i) {
        const Interval a = numbers.interval(), b = numbers.interval();
        const long double x = numbers.inside(a), y = numbers.inside(b);
        ASSERT_TRUE(holds(a + b, x + y));
        ASSERT_TRUE(holds(a - b, x - y));
        ASSERT_TRUE(holds(a * b, x * y));
        ASSERT_TRUE(holds(-a, -x));
        ASSERT_TRUE(holds(square(a), x * x));
        ASSERT_TRUE(holds(hull(a, b), x) && holds(hull(a, b), y));
        ASSERT_TRUE(holds(maximum(a, b), std::max(x, y)));
        if (x >= 0) {
            ASSERT_TRUE(holds(square_root(a), std::sqrt(x)));
        }
        if (b.lo > 0 || b.hi < 0) {
            ASSERT_TRUE(holds(a / b, x / y));
        }
        ASSERT_TRUE(holds(sine_of(a.lo), std::sin(static_cast<long double>(a.lo))));
        ASSERT_TRUE(holds(cosine_of(a.lo), std::cos(static_cast<long double>(a.lo))));
    }
}

TEST(Interval, IsNoWiderThanRoundingNeeds) {
    RandomNumbers numbers(2);
    for (int i = 0; i < 10'000; ++i) {
        const double x = numbers.any(), y = numbers.any();
        const double unit = std::numeric_limits<double>::epsilon();
        const Interval sum = Interval(x) + Interval(y), product = Interval(x) * Interval(y);
        EXPECT_LE(sum.hi - sum.lo, 2 * unit * std::abs(x + y) + 1e-99);
        EXPECT_LE(product.hi - product.lo, 2 * unit * std::abs(x * y) + 1e-99);
    }
}

TEST(Interval, StepsAtLeastToTheNextDouble) {
    RandomNumbers numbers(3);
    for (int i = 0; i < 100'000; ++i) {
        const double x = numbers.any();
        EXPECT_LE(rounding::below(x), std::nextafter(x, -INFINITY));
        EXPECT_GE(rounding::above(x), std::nextafter(x, INFINITY));
    }
}

TEST(Interval, KeepsNanFromPassing) {
    const Interval bad(std::numeric_limits<double>::quiet_NaN());
    const Interval sum = bad + Interval(1), product = bad * Interval(2);
    EXPECT_FALSE(sum.lo >= -1e300 || sum.hi <= 1e300);
    EXPECT_FALSE(product.lo >= -1e300 && product.hi <= 1e300);
}

}  // namespace
}  // namespace hexscan
