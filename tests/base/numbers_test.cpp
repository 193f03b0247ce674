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

TEST(Numbers, RoundedToTheSideThatIsAsked) {
    EXPECT_EQ(significant_no_less(618.7819, 5), "618.79");
    EXPECT_EQ(significant_no_more(618.7819, 5), "618.78");
    EXPECT_EQ(significant_no_less(618.7779, 5), "618.78");
    EXPECT_EQ(significant_no_more(618.7779, 5), "618.77");
    EXPECT_EQ(significant_no_less(-1.23456, 3), "-1.23");
    EXPECT_EQ(significant_no_more(-1.23456, 3), "-1.24");
    EXPECT_EQ(significant_no_less(99.9996, 5), "100");
    EXPECT_EQ(significant_no_less(0, 5), "0");
    EXPECT_EQ(significant_no_more(25, 5), "25");
}

TEST(Numbers, VolumesAreInLitresOrSmallerUnits) {
    EXPECT_EQ(volume_text(0.9371589, 6), "937.159 litres");
    EXPECT_EQ(volume_text(1e-4, 4), "0.1 litres");
    EXPECT_EQ(volume_text(0.99e-4, 4), "99 cm³");
    EXPECT_EQ(volume_text(5.43e-7, 4), "0.543 cm³");
    EXPECT_EQ(volume_text(5.43e-8, 4), "54.3 mm³");
    EXPECT_EQ(volume_text(0, 4), "0 litres");
    EXPECT_EQ(volume_text(std::numeric_limits<double>::quiet_NaN(), 4), "nan mm³");
}

TEST(Numbers, ShortestReadsBackTheSame) {
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(-0.0), "0");
    EXPECT_EQ(shortest(1.0 / 3), "0.3333333333333333");
}

}  // namespace
}  // namespace hexscan
