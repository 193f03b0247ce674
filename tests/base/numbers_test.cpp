#include "src/base/numbers.h"

#include <limits>

#include <gtest/gtest.h>

namespace hexscan {
namespace {

TEST(Numbers, ThreeDigits) {
    EXPECT_EQ(three_digits(46), "46.0");
    EXPECT_EQ(three_digits(5600), "5600");
    EXPECT_EQ(three_digits(0.0405), "0.0405");
    EXPECT_EQ(three_digits(-1.5), "-1.50");
    EXPECT_EQ(three_digits(0), "0");
    EXPECT_EQ(three_digits(std::numeric_limits<double>::infinity()), "-");
}

TEST(Numbers, SignificantDigits) {
    EXPECT_EQ(significant(0.15239999999999998, 6), "0.1524");
    EXPECT_EQ(significant(-0.0, 6), "0");
    EXPECT_EQ(significant(1234567, 3), "1.23e+06");
}

TEST(Numbers, ShortestReadsBackTheSame) {
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(-0.0), "0");
    EXPECT_EQ(shortest(1.0 / 3), "0.3333333333333333");
}

}  // namespace
}  // namespace hexscan
