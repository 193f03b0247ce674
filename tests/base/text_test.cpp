#include "src/base/text.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace hexscan {
namespace {

TEST(Text, WhatDoesSomethingToATerminalIsShownEscaped) {
    EXPECT_EQ(escaped("a\x1b]0;title\x07"
                      "b"),
              "a\\x1B]0;title\\x07b");
    EXPECT_EQ(escaped("two\nlines\r\t\x7f"), "two\\nlines\\r\\t\\x7F");
    EXPECT_EQ(escaped("\u202Eevil\u2028\u2069\u200F\uFEFF"), "\\u202Eevil\\u2028\\u2069\\u200F\\uFEFF");
    EXPECT_EQ(escaped("\xC2\x9B"
                      "31m"),
              "\\xC2\\x9B31m")
        << "the one-byte control sequence introducer";
    EXPECT_EQ(escaped("\xff\xc3"), "\\xFF\\xC3");
    EXPECT_EQ(escaped("Größe 7 ≤ 日本"), "Größe 7 ≤ 日本");
    EXPECT_EQ(escaped_lines("a\nb\x1b"), "a\nb\\x1B");
}

TEST(Text, LongValuesAreShortened) {
    EXPECT_EQ(shown(std::string(40, 'x')), std::string(40, 'x'));
    EXPECT_EQ(shown(std::string(41, 'x')), std::string(40, 'x') + "...");
    EXPECT_EQ(shown(std::string(100, '\n')).size(), 83U);
}

TEST(Text, WordsAreJoinedWithSeparatorsBetweenThem) {
    EXPECT_EQ(joined(std::vector<std::string>{"one", "", "three"}, ", "), "one, , three");
    EXPECT_EQ(joined(std::vector<std::string_view>{"one", "two"}, " and "), "one and two");
    EXPECT_EQ(joined(std::vector<std::string>{"", "two"}, ", "), ", two");
    EXPECT_EQ(joined(std::vector<std::string>{"one"}, ", "), "one");
    EXPECT_EQ(joined(std::vector<std::string>{}, ", "), "");
}

TEST(Text, UnreadableBytesAreFound) {
    EXPECT_EQ(find_unreadable("plain\ttext\r\n"), std::string::npos);
    EXPECT_EQ(find_unreadable("a\x01"), 1U);
    EXPECT_EQ(find_unreadable("ab\xff"), 2U);
    EXPECT_EQ(find_unreadable(std::string_view("\0", 1)), 0U);
}

TEST(Text, NumbersAreReadWholeOrNotAtAll) {
    EXPECT_EQ(parse_number<int>("+7"), 7);
    EXPECT_EQ(parse_number<double>("-0.5e3"), -500);
    for (const char* text : {"", "+", "+-1", "1x", " 1", "1 ", "0x1"}) EXPECT_FALSE(parse_number<int>(text)) << text;
}

TEST(Text, TheNearestWordIsSuggested) {
    constexpr std::array<std::string_view, 3> words{"--stage", "--device", "--x"};
    EXPECT_EQ(nearest_word("--stgae", words), "--stage");
    EXPECT_EQ(nearest_word("--STAGE", words), "--stage");
    EXPECT_FALSE(nearest_word("--occupancy", words));
    EXPECT_FALSE(nearest_word("", words));
}

TEST(Text, AWordThatIsMeantIsAQuestion) {
    const std::vector<std::string_view> words{"clearance", "limit"};
    EXPECT_EQ(did_you_mean("clearence", words), "did you mean clearance? ");
    EXPECT_EQ(did_you_mean("tilt", words), "");
}

TEST(Text, ANumberHasAPointAndNoUnit) {
    EXPECT_EQ(number_cure("380,5"), "; write decimals with a point: 380.5");
    EXPECT_EQ(number_cure("-0,25"), "; write decimals with a point: -0.25");
    EXPECT_EQ(number_cure("250mm"), "; write the number without a unit: 250");
    EXPECT_EQ(number_cure("-1.5e3 m"), "; write the number without a unit: -1.5e3");
    EXPECT_EQ(number_cure("35°"), "; write the number without a unit: 35");
    for (const char* none : {"380.5", "380", "a,b", "1,2,3", "", "mm", "nan", "1 2"})
        EXPECT_EQ(number_cure(none), "") << none;
}

TEST(ShellQuoted, AShellReadsTheSameWordBack) {
    EXPECT_EQ(shell_quoted("platforms/my-hexapod.yaml"), "platforms/my-hexapod.yaml");
    EXPECT_EQ(shell_quoted("--x=-0.9:0.9"), "--x=-0.9:0.9");
    EXPECT_EQ(shell_quoted(""), "''");
    EXPECT_EQ(shell_quoted("two words"), "'two words'");
    EXPECT_EQ(shell_quoted("it's $HOME"), "'it'\\''s $HOME'");
    EXPECT_EQ(shell_quoted("~"), "'~'");
}

}  // namespace
}  // namespace hexscan
