#include "src/base/spread.h"

#include <gtest/gtest.h>

namespace hexscan {
namespace {

TEST(Spread, OfValues) {
    EXPECT_EQ(spread_of({3, 1, 2}).median, 2);
    EXPECT_EQ(spread_of({4, 1, 2, 3}).median, 2.5);
    EXPECT_EQ(spread_of({5}).max, 5);
    EXPECT_EQ(spread_of({3, 1, 2}).min, 1);
}

}  // namespace
}  // namespace hexscan
