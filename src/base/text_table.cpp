#include "src/base/text_table.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "src/base/text.h"

namespace hexscan {
namespace {

using Lines = std::vector<std::string>;

bool continues_a_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// Number of characters of UTF-8 text. A terminal shows each in one column.
std::size_t width_of(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_a_character));
}

/// The text as one line that cannot affect a terminal. Line ends and tabs become spaces, and the rest is escaped.
std::string one_line(std::string_view text) {
    std::string plain(text);
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return escaped(plain);
}

/// Number of bytes in the first `count` characters.
std::size_t bytes_of(std::string_view text, std::size_t count) {
    std::size_t bytes = 0;
    for (; bytes < text.size(); ++bytes) {
        if (continues_a_character(text[bytes])) continue;
        if (count == 0) break;
        --count;
    }
    return bytes;
}

Lines header_lines(const std::string& header) {
    Lines lines;
    std::istringstream stream(header);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::size_t widest(const Lines& lines) {
    std::size_t width = 0;
    for (const std::string& line : lines) width = std::max(width, width_of(line));
    return width;
}

std::string padded(const std::string& text, std::size_t width, Align align) {
    const std::string blanks(width - std::min(width, width_of(text)), ' ');
    return align == Align::left ? text + blanks : blanks + text;
}

std::size_t height_of(const std::vector<Lines>& row) {
    std::size_t height = 0;
    for (const Lines& cell : row) height = std::max(height, cell.size());
    return height;
}

/// A row whose cells may have several lines. Headers are aligned to the bottom of the row, other cells to the top.
std::string aligned_row(const TextTable& table, const std::vector<Lines>& row, const std::vector<std::size_t>& widths,
                        bool is_header) {
    const std::size_t height = height_of(row);
    std::string text;
    for (std::size_t line = 0; line < height; ++line) {
        std::string assembled;
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::size_t skipped = is_header ? height - row[column].size() : 0;
            const bool filled = line >= skipped && line - skipped < row[column].size();
            assembled +=
                padded(filled ? row[column][line - skipped] : "", widths[column], table.columns[column].align) + "  ";
        }
        assembled.erase(assembled.find_last_not_of(' ') + 1);
        text += assembled + '\n';
    }
    return text;
}

std::vector<std::vector<Lines>> wrapped_rows(const TextTable& table) {
    std::vector<std::vector<Lines>> rows;
    for (const auto& row : table.rows) {
        auto& cells = rows.emplace_back();
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            cells.push_back(wrapped(row.at(column), table.columns[column].max_width));
    }
    return rows;
}

std::string markdown_row(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) text += ' ' + markdown_escaped(cell) + " |";
    return text + '\n';
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    Lines lines{""};
    std::istringstream words(one_line(text));
    for (std::string word; words >> word;) {
        const std::size_t used = width_of(lines.back());
        if (used != 0 && used + 1 + width_of(word) > width) lines.emplace_back();
        if (!lines.back().empty()) lines.back() += ' ';
        while (width_of(word) > width) {
            const std::size_t cut = bytes_of(word, width);
            lines.back() += word.substr(0, cut);
            lines.emplace_back();
            word.erase(0, cut);
        }
        lines.back() += word;
    }
    return lines;
}

std::string paragraph(std::string_view text) {
    std::string lines;
    for (const std::string& line : wrapped(text, terminal_columns)) lines += line + '\n';
    return lines;
}

std::string aligned_text(const TextTable& table) {
    std::vector<Lines> headers;
    std::vector<std::size_t> widths;
    for (const TextColumn& column : table.columns) {
        headers.push_back(header_lines(column.header));
        widths.push_back(widest(headers.back()));
    }
    const auto rows = wrapped_rows(table);
    for (const auto& row : rows)
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], widest(row[column]));

    std::string text = paragraph(table.title) + aligned_row(table, headers, widths, true);
    for (const auto& row : rows) text += aligned_row(table, row, widths, false);
    return text;
}

std::string markdown_escaped(std::string_view text) {
    std::string escaped;
    for (const char byte : one_line(text)) {
        if (std::string_view("\\`*_[]<>|").find(byte) != std::string_view::npos) escaped += '\\';
        escaped += byte;
    }
    return escaped;
}

std::string markdown_text(const TextTable& table) {
    std::vector<std::string> headers;
    std::string rule = "|";
    for (const TextColumn& column : table.columns) {
        headers.push_back(column.header);
        rule += column.align == Align::left ? " :-- |" : " --: |";
    }
    std::string text = fmt::format("**{}**\n\n", markdown_escaped(table.title));
    text += markdown_row(headers) + rule + '\n';
    for (const auto& row : table.rows) text += markdown_row(row);
    return text;
}

}  // namespace hexscan
