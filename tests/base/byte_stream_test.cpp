#include "src/base/byte_stream.h"
#include "hexscan/errors.h"

#include <gtest/gtest.h>

namespace hexscan {
namespace {

TEST(ByteStream, WhatWasWrittenIsReadBack) {
    ByteWriter writer;
    writer.add(42);
    writer.add_text(std::string_view("a text\0 with a zero", 19));
    writer.add_all(std::vector<double>{0.1, -0.0, 1e300});
    writer.add_all(std::vector<int>{});
    writer.add_text("");
    writer.add('x');
    const std::string bytes = writer.take();
    ByteReader reader(bytes);
    EXPECT_EQ(reader.next<int>(), 42);
    EXPECT_EQ(reader.next_text(), std::string_view("a text\0 with a zero", 19));
    EXPECT_EQ(reader.next_all<double>(), (std::vector<double>{0.1, -0.0, 1e300}));
    EXPECT_TRUE(reader.next_all<int>().empty());
    EXPECT_EQ(reader.next_text(), "");
    EXPECT_EQ(reader.rest(), "x");
}

TEST(ByteStream, BytesThatEndTooEarlyAreAnErrorWhereverTheyEnd) {
    ByteWriter writer;
    writer.add(1);
    writer.add_text("text");
    writer.add_all(std::vector<double>{1, 2, 3});
    const std::string bytes = writer.take();
    const auto read = [](std::string_view part) {
        ByteReader reader(part);
        reader.next<int>();
        reader.next_text();
        reader.next_all<double>();
    };
    EXPECT_NO_THROW(read(bytes));
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_THROW(read(std::string_view(bytes).substr(0, length)), InternalError) << length;
}

TEST(ByteStream, ANumberOfValuesThatCannotBeIsAnErrorAndTakesNoMemory) {
    ByteWriter writer;
    writer.add(~std::size_t{0} / 2);
    const std::string bytes = writer.take();
    EXPECT_THROW(ByteReader(bytes).next_all<double>(), InternalError);
    EXPECT_THROW(ByteReader(bytes).next_text(), InternalError);
}

}  // namespace
}  // namespace hexscan
