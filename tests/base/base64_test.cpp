#include <gtest/gtest.h>

#include "src/base/base64.h"

namespace {

using hexscan::base64;

TEST(Base64, TheVectorsOfRfc4648) {
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foob"), "Zm9vYg==");
    EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, BytesAboveSevenBits) { EXPECT_EQ(base64("\xFB\xEF\xFF\xC0"), "++//wA=="); }

}  // namespace
