// Conversion of lengths and angles to metres and radians and back.

#include "src/machine/description/units.h"
#include "tests/support/values.h"

#include <numbers>

#include <gtest/gtest.h>

namespace {

using namespace hexscan;
using namespace hexscan_test;

TEST(Units, ConvertsBothWays) {
    const Units mm{"mm", "deg"}, cm{"cm", "deg"}, inch{"in", "rad"}, metre{"m", "rad"};
    EXPECT_EQ(mm.metres(0.3), 0.3 / 1000);
    EXPECT_EQ(cm.metres(7), 0.07);
    EXPECT_DOUBLE_EQ(inch.metres(1), 0.0254);
    EXPECT_EQ(metre.metres(1.5), 1.5);
    EXPECT_EQ(mm.radians(180), pi);
    EXPECT_EQ(inch.radians(1.25), 1.25);
    for (const Units& units : {mm, cm, inch, metre}) {
        EXPECT_DOUBLE_EQ(units.from_metres(units.metres(12.34)), 12.34);
        EXPECT_DOUBLE_EQ(units.from_radians(units.radians(1.234)), 1.234);
    }
}

}  // namespace
