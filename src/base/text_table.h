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
    std::size_t max_width = 14;  ///< longer cells continue on the next line of the terminal
    bool begins_group = true;    ///< a table that is too wide may be cut before this column
};

/// A table, independent of the meaning of its numbers and of the output format.
struct TextTable {
    std::string title;
    std::vector<TextColumn> columns;
    std::vector<std::vector<std::string>> rows;  ///< each with one cell per column
};

/// The table for a terminal, title first: each column is as wide as its widest cell. If the table is wider than
/// `columns` characters, its left-aligned columns become narrower. If that is not enough, a second table below repeats
/// the first column and continues with the columns that do not fit.
std::string aligned_text(const TextTable& table, std::size_t columns = std::string::npos);

/// The table as Markdown, its title as a bold line.
std::string markdown_text(const TextTable& table);

/// The text on one line, escaped so that Markdown shows it unchanged.
std::string markdown_escaped(std::string_view text);

/// The number of characters of UTF-8 text. A terminal is taken to show each in one column.
std::size_t text_width(std::string_view text);

/// The text broken at spaces into lines of at most `width` characters; only a word longer than that is cut.
/// Control characters become spaces.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// The text as a paragraph of lines of at most `columns` characters, each ended by a newline.
std::string paragraph(std::string_view text, std::size_t columns = terminal_columns);

}  // namespace hexscan
