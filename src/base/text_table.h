#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hexscan {

/// The widest line that hexscan prints.
inline constexpr std::size_t terminal_columns = 120;

enum class Align { left, right };

struct TextColumn {
    std::string header;  ///< may have several lines
    Align align = Align::right;
    std::size_t max_width = 14;  ///< longer cells continue on the next line
};

/// A table, independent of the meaning of its numbers and of the output format.
struct TextTable {
    std::string title;
    std::vector<TextColumn> columns;
    std::vector<std::vector<std::string>> rows;  ///< each with one cell per column
};

/// The table for a terminal, title first. Each column is as wide as its widest cell.
std::string aligned_text(const TextTable& table);

/// The table as Markdown, its title as a bold line.
std::string markdown_text(const TextTable& table);

/// Text on one line that Markdown shows unchanged.
std::string markdown_escaped(std::string_view text);

/// The text broken at spaces into lines of at most `width` characters. Only a longer word is cut. Control characters
/// become spaces.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// The text as a paragraph of lines, each ended by a newline.
std::string paragraph(std::string_view text);

}  // namespace hexscan
