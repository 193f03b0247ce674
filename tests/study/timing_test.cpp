#include "src/study/timing.h"

#include <gtest/gtest.h>

namespace hexscan {
namespace {

Timing timing_of(double kernel_ms, double copy_ms, double total_ms) {
    Timing timing;
    timing.kernel_ms = {kernel_ms, kernel_ms, kernel_ms};
    timing.copy_ms = {copy_ms, copy_ms, copy_ms};
    timing.total_ms = {total_ms, total_ms, total_ms};
    return timing;
}

TEST(Timing, RemarksOnPartsThatExceedTheWhole) {
    const std::vector<std::string> remarks = remarks_on(timing_of(16.1, 29.8, 39.1), false);
    ASSERT_EQ(remarks.size(), 1U);
    EXPECT_EQ(remarks[0].find("kernel and copy take 45.9 ms together, more than the total of 39.1"), 0U) << remarks[0];
    EXPECT_TRUE(remarks_on(timing_of(16.1, 29.8, 46), false).empty());
    EXPECT_TRUE(remarks_on(timing_of(16.1, 29.8, 39.1), true).empty()) << "where they overlap their sum means nothing";
}

TEST(Timing, RemarksOnTotalsThatSpread) {
    Timing timing = timing_of(1, 1, 10);
    timing.total_ms.max = 11.5;
    ASSERT_EQ(remarks_on(timing, true).size(), 1U);
    EXPECT_EQ(remarks_on(timing, true)[0], "totals spread over 15 % of their median");
    timing.total_ms.max = 10.5;
    EXPECT_TRUE(remarks_on(timing, true).empty());
}

}  // namespace
}  // namespace hexscan
