#pragma once

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/base/text_table.h"

/// Texts that are shown in a terminal.
namespace hexscan_test {

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// The number of characters of UTF-8 text.
inline std::size_t characters(const std::string& line) {
    return static_cast<std::size_t>(std::count_if(
        line.begin(), line.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

inline void expect_fits_a_terminal(const std::string& text) {
    for (const std::string& line : lines_of(text)) EXPECT_LE(characters(line), hexscan::terminal_columns) << line;
}

}  // namespace hexscan_test
