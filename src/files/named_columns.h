#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/machine/description/units.h"

/// Tables of numbers as CSV text, whose first line can name the columns in any order.
namespace hexscan {

/// Largest table that is read.
inline constexpr std::size_t most_table_bytes = 64 * 1024 * 1024;

/// Calls take(line, number) for each line that is not blank; numbers count from 1. Throws InputError if the text is
/// longer than most_table_bytes.
void for_each_line(std::string_view text, const std::string& file,
                   const std::function<void(std::string_view line, int number)>& take);

/// Number of cells in a line.
std::size_t cell_count(std::string_view line);

/// The columns that a table may have.
struct TableRules {
    std::span<const std::string_view> names;
    std::span<const Dimension> dimensions;  ///< one for each name; only lengths and angles may have units
    std::string_view header;                ///< A sentence for errors about the names that the first line must have.
};

/// Reads the lines of a table.
class NamedColumns {
public:
    NamedColumns(std::string file, const TableRules& rules) : file_(std::move(file)), rules_(rules) {}

    /// The cells of a line. Stops after one cell more than the largest number of columns, which suffices to report an
    /// error.
    std::vector<std::string_view> cells_of(std::string_view line) const;
    /// Takes the names of the columns from a line. A unit may follow a name: x_mm, x [mm] or x (mm). Throws InputError
    /// for other names or units, and for a name that appears twice.
    void name(std::span<const std::string_view> cells, int line);
    /// Gives the columns the first `count` names, for a table without a line of names.
    void leave_unnamed(std::size_t count);

    /// The index of each column's name, in the order of the file. The result is empty before the columns are known.
    const std::vector<std::size_t>& columns() const { return columns_; }
    bool has(std::size_t column) const;
    /// The units of the file, replaced by the unit that the column's name gives.
    Units units_of(std::size_t column, Units file) const;
    /// Throws InputError that names the first of these columns that is missing.
    void require(std::size_t begin, std::size_t end, int line) const;
    /// Throws InputError unless the line has one cell for each column.
    void require_one_each(std::size_t cells, std::string_view text, int line) const;
    /// A number in a cell of a column. Throws InputError if it is not finite.
    double finite_number(std::string_view cell, std::size_t column, int line) const;
    /// Throws InputError about a column of a line.
    [[noreturn]] void fail(std::size_t column, int line, const std::string& problem) const;
    const std::string& file() const { return file_; }

private:
    std::string file_;
    TableRules rules_;
    std::vector<std::size_t> columns_;
    std::vector<std::string> units_;  ///< of each column that the file has; empty if its name gives none
};

}  // namespace hexscan
