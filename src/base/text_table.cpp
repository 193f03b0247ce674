#include "src/base/text_table.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <sstream>

#include <fmt/format.h>

#include "src/base/text.h"

namespace hexscan {
namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t between_columns = 2;

bool continues_a_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The text as one line that cannot affect a terminal. Line ends and tabs become spaces. escaped() replaces the other
/// characters that could affect it.
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
    for (const std::string& line : lines) width = std::max(width, text_width(line));
    return width;
}

std::string padded(const std::string& text, std::size_t width, Align align) {
    const std::string blanks(width - std::min(width, text_width(text)), ' ');
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
                padded(filled ? row[column][line - skipped] : "", widths[column], table.columns[column].align) +
                std::string(between_columns, ' ');
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

std::vector<std::size_t> widths_of(const TextTable& table) {
    std::vector<std::size_t> widths;
    for (const TextColumn& column : table.columns) widths.push_back(widest(header_lines(column.header)));
    for (const auto& row : wrapped_rows(table))
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], widest(row[column]));
    return widths;
}

std::size_t width_of_table(std::span<const std::size_t> widths) {
    std::size_t width = 0;
    for (const std::size_t column : widths) width += column + between_columns;
    return width == 0 ? 0 : width - between_columns;
}

/// Makes the widest column of words narrower until the table fits, or until words would be cut.
void narrow_words(TextTable& table, std::size_t columns) {
    constexpr std::size_t narrowest = 16;
    while (true) {
        const std::vector<std::size_t> widths = widths_of(table);
        if (width_of_table(widths) <= columns) return;
        std::size_t chosen = table.columns.size();
        for (std::size_t k = 0; k < widths.size(); ++k)
            if (table.columns[k].align == Align::left && widths[k] > narrowest &&
                (chosen == table.columns.size() || widths[k] > widths[chosen]))
                chosen = k;
        if (chosen == table.columns.size()) return;
        table.columns[chosen].max_width = std::min(table.columns[chosen].max_width, widths[chosen]) - 1;
    }
}

/// The number of columns that fit. The table is cut only before a column that begins a group, and at least one group
/// stays with the first column, even if it does not fit.
std::size_t columns_within(const TextTable& table, std::size_t columns) {
    const std::vector<std::size_t> widths = widths_of(table);
    std::size_t kept = widths.size();
    for (std::size_t cut = widths.size(); cut > 1; --cut) {
        if (cut < widths.size() && !table.columns[cut].begins_group) continue;
        kept = cut;
        if (width_of_table(std::span(widths).first(cut)) <= columns) break;
    }
    return kept;
}

void keep_columns(TextTable& table, std::size_t count) {
    table.columns.resize(count);
    for (auto& row : table.rows) row.resize(count);
}

/// A table of the first column and the columns from `first` on, without a title. It is empty if the table has no column
/// `first`.
TextTable columns_behind(const TextTable& table, std::size_t first) {
    if (first >= table.columns.size()) return {};
    TextTable rest = table;
    rest.title.clear();
    const auto erase = [&](auto& cells) {
        cells.erase(cells.begin() + 1, cells.begin() + static_cast<std::ptrdiff_t>(first));
    };
    erase(rest.columns);
    for (auto& row : rest.rows) erase(row);
    return rest;
}

std::string markdown_row(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) text += ' ' + markdown_escaped(cell) + " |";
    return text + '\n';
}

}  // namespace

std::size_t text_width(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_a_character));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    Lines lines{""};
    std::istringstream words(one_line(text));
    for (std::string word; words >> word;) {
        const std::size_t used = text_width(lines.back());
        if (used != 0 && used + 1 + text_width(word) > width) lines.emplace_back();
        if (!lines.back().empty()) lines.back() += ' ';
        while (text_width(word) > width) {
            const std::size_t cut = bytes_of(word, width);
            lines.back() += word.substr(0, cut);
            lines.emplace_back();
            word.erase(0, cut);
        }
        lines.back() += word;
    }
    return lines;
}

std::string paragraph(std::string_view text, std::size_t columns) {
    std::string lines;
    for (const std::string& line : wrapped(text, columns)) lines += line + '\n';
    return lines;
}

std::string aligned_text(const TextTable& given, std::size_t columns) {
    TextTable table = given;
    narrow_words(table, columns);
    const std::size_t kept = columns_within(table, columns);
    const TextTable rest = columns_behind(table, kept);
    keep_columns(table, kept);

    std::vector<Lines> headers;
    for (const TextColumn& column : table.columns) headers.push_back(header_lines(column.header));
    const std::vector<std::size_t> widths = widths_of(table);
    std::string text = paragraph(table.title, std::min(columns, terminal_columns));
    text += aligned_row(table, headers, widths, true);
    for (const auto& row : wrapped_rows(table)) text += aligned_row(table, row, widths, false);
    return rest.columns.empty() ? text : text + aligned_text(rest, columns);
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
