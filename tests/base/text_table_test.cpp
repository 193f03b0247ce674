#include "src/base/text_table.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hexscan {
namespace {

TEST(TextTable, WrapsAtSpacesAndCutsLongWords) {
    EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
    EXPECT_EQ(wrapped("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
    EXPECT_EQ(wrapped("ab cdefgh", 4), (std::vector<std::string>{"ab", "cdef", "gh"}));
    EXPECT_EQ(wrapped("äöü", 2), (std::vector<std::string>{"äö", "ü"}));
    EXPECT_EQ(wrapped("", 5), (std::vector<std::string>{""}));
}

TextTable table_of_words() {
    return {"title",
            {{"name", Align::left, 34},
             {"a", Align::right, 20},
             {.header = "b", .begins_group = false},
             {"words", Align::left, 34}},
            {{"first", "1", "2", "some words that take a lot of room"}, {"second", "10", "20", "few"}}};
}

TEST(TextTable, NarrowsColumnsOfWordsToFit) {
    EXPECT_EQ(
        aligned_text(table_of_words()),
        "title\nname     a   b  words\nfirst    1   2  some words that take a lot of room\nsecond  10  20  few\n");
    EXPECT_EQ(aligned_text(table_of_words(), 40),
              "title\nname     a   b  words\nfirst    1   2  some words that take a\n                lot of room\n"
              "second  10  20  few\n");
}

TEST(TextTable, IsCutBeforeAGroupWhereItDoesNotFit) {
    EXPECT_EQ(aligned_text(table_of_words(), 20),
              "title\nname     a   b\nfirst    1   2\nsecond  10  20\n\n"
              "name    words\nfirst   some words that\n        take a lot of\n        room\nsecond  few\n");
}

}  // namespace
}  // namespace hexscan
