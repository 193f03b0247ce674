#include "src/base/marks.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

namespace hexscan {
namespace {

TEST(Marks, AreEscapedInJsonThatMeansTheSame) {
    const std::string text = "a\xE2\x80\xAE\xC2\x85\x7F\xEF\xBB\xBF \xC3\xA4 \xF0\x9F\x98\x80";
    const std::string json = nlohmann::json({{"name", text}}).dump(2);
    const std::string escaped = json_without_marks(json);
    EXPECT_EQ(escaped, "{\n  \"name\": \"a\\u202E\\u0085\\u007F\\uFEFF \xC3\xA4 \xF0\x9F\x98\x80\"\n}");
    EXPECT_FALSE(has_marks(escaped.substr(2, escaped.size() - 4)));
    EXPECT_EQ(nlohmann::json::parse(escaped)["name"], text);
    EXPECT_EQ(json_without_marks("{\n}"), "{\n}");
}

TEST(Marks, ALineIsOneReadableLine) {
    EXPECT_EQ(line_problem("M\xC3\xBChle"), "");
    for (const char* const text : {"", "a\nb", "a\tb", "a\x1B", "\xFF"}) EXPECT_NE(line_problem(text), "") << text;
}

}  // namespace
}  // namespace hexscan
