#include "src/system/date.h"

#include <ctime>

#include <gtest/gtest.h>

namespace {

TEST(Date, IsNowInUtcToTheSecond) {
    const std::time_t before = std::time(nullptr);
    const std::string text = hexscan::utc_now();
    const std::time_t after = std::time(nullptr);
    std::tm read{};
    const char* const end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &read);
    ASSERT_NE(end, nullptr) << text;
    EXPECT_EQ(*end, 0) << text;
    EXPECT_EQ(text.size(), 20U) << text;
    const std::time_t told = timegm(&read);
    EXPECT_LE(before, told) << text;
    EXPECT_LE(told, after) << text;
}

}  // namespace
