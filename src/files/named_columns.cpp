#include "src/files/named_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/base/text.h"
#include "src/files/yaml_reader.h"

namespace hexscan {
namespace {

struct ColumnName {
    std::string_view name, unit;
};

/// Divides x_mm, x [mm] and x (mm) into a name and a unit. Other cells are names without a unit.
ColumnName name_and_unit(std::string_view cell) {
    const std::size_t end = cell.find_first_of("_[(");
    if (end == std::string_view::npos || end == 0) return {cell, {}};
    const char closing = cell[end] == '[' ? ']' : ')';
    std::string_view unit = cell.substr(end + 1);
    if (cell[end] != '_') {
        if (!unit.ends_with(closing)) return {cell, {}};
        unit.remove_suffix(1);
    }
    unit = trimmed(unit);
    return unit.empty() ? ColumnName{cell, {}} : ColumnName{trimmed(cell.substr(0, end)), unit};
}

/// The units that a column of a dimension may have; empty if it has none.
std::span<const std::string_view> units_for(Dimension dimension) {
    static constexpr std::array<std::string_view, 4> lengths{"m", "cm", "mm", "in"};
    static constexpr std::array<std::string_view, 2> angles{"deg", "rad"};
    if (dimension == Dimension::length) return lengths;
    if (dimension == Dimension::angle) return angles;
    return {};
}

}  // namespace

void for_each_line(std::string_view text, const std::string& file,
                   const std::function<void(std::string_view line, int number)>& take) {
    if (text.size() > most_table_bytes)
        fail_at(file, 1, "document", fmt::format("is too long; at most {} bytes are allowed", most_table_bytes));
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (!trimmed(line).empty()) take(line, number);
    }
}

std::size_t cell_count(std::string_view line) { return 1 + static_cast<std::size_t>(std::ranges::count(line, ',')); }

std::vector<std::string_view> NamedColumns::cells_of(std::string_view line) const {
    std::vector<std::string_view> cells;
    for (std::size_t end = 0; end != std::string_view::npos && cells.size() <= rules_.names.size();
         line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1)) {
        end = line.find(',');
        cells.push_back(trimmed(line.substr(0, end)));
    }
    return cells;
}

void NamedColumns::name(std::span<const std::string_view> cells, int line) {
    for (const std::string_view cell : cells) {
        auto name = std::ranges::find(rules_.names, cell);
        const ColumnName parts = name == rules_.names.end() ? name_and_unit(cell) : ColumnName{cell, {}};
        if (name == rules_.names.end()) name = std::ranges::find(rules_.names, parts.name);
        const auto column = static_cast<std::size_t>(name - rules_.names.begin());
        if (name == rules_.names.end())
            fail_at(file_, line, shown(cell),
                    fmt::format("is not a column; {}{}{}", did_you_mean(parts.name, rules_.names), rules_.header,
                                cell.find(';') == std::string_view::npos
                                    ? ""
                                    : "; separate the columns by commas, and write decimals with a point"));
        if (has(column)) fail_at(file_, line, shown(cell), fmt::format("appears twice; {}", rules_.header));
        const auto units = units_for(rules_.dimensions[column]);
        if (!parts.unit.empty() && std::ranges::find(units, parts.unit) == units.end())
            fail_at(file_, line, shown(cell),
                    units.empty()
                        ? fmt::format("has the unit {}, but the column takes none; must be {}", shown(parts.unit),
                                      parts.name)
                        : fmt::format("has the unit {}; must be {}", shown(parts.unit), fmt::join(units, ", ")));
        columns_.push_back(column);
        units_.emplace_back(parts.unit);
    }
}

void NamedColumns::leave_unnamed(std::size_t count) {
    columns_.resize(count);
    units_.resize(count);
    std::iota(columns_.begin(), columns_.end(), std::size_t{0});
}

Units NamedColumns::units_of(std::size_t column, Units file) const {
    const auto at = std::ranges::find(columns_, column);
    if (at == columns_.end()) return file;
    const std::string& unit = units_[static_cast<std::size_t>(at - columns_.begin())];
    if (!unit.empty()) (rules_.dimensions[column] == Dimension::angle ? file.angle : file.length) = unit;
    return file;
}

bool NamedColumns::has(std::size_t column) const { return std::ranges::find(columns_, column) != columns_.end(); }

void NamedColumns::require(std::size_t begin, std::size_t end, int line) const {
    for (std::size_t column = begin; column < end; ++column)
        if (!has(column)) fail(column, line, fmt::format("is missing; {}", rules_.header));
}

void NamedColumns::require_one_each(std::size_t cells, std::string_view text, int line) const {
    if (cells == columns_.size()) return;
    fail_at(file_, line, "line",
            fmt::format("has {} numbers; must have {}, one for each column{}", cell_count(text), columns_.size(),
                        cells > columns_.size() ? "; write decimals with a point, as in 380.5" : ""));
}

double NamedColumns::finite_number(std::string_view cell, std::size_t column, int line) const {
    double value = 0;
    if (read_number(cell, value) != std::errc{} || !std::isfinite(value))
        fail(column, line, fmt::format("is \"{}\"; must be a finite number{}", shown(cell), number_cure(cell)));
    return value;
}

void NamedColumns::fail(std::size_t column, int line, const std::string& problem) const {
    fail_at(file_, line, std::string(rules_.names[column]), problem);
}

}  // namespace hexscan
