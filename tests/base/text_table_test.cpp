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

}  // namespace
}  // namespace hexscan
