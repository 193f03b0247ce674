#include "src/files/joint_value_file.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/files/named_columns.h"
#include "src/files/yaml_reader.h"
#include "src/system/input_file.h"

namespace hexscan {
namespace {

constexpr std::array<std::string_view, leg_count + 4> value_columns{"leg1", "leg2", "leg3", "leg4",   "leg5",
                                                                    "leg6", "time", "t",    "time_s", "t_s"};
/// The dimensions of the columns, if legs have the dimension `of_leg`.
template <Dimension of_leg>
constexpr std::array<Dimension, value_columns.size()> value_dimensions = [] {
    std::array<Dimension, value_columns.size()> of_columns{};
    of_columns.fill(Dimension::number);
    std::fill_n(of_columns.begin(), leg_count, of_leg);
    return of_columns;
}();

constexpr std::string_view value_header_rule =
    "the first line must name the columns leg1,leg2,leg3,leg4,leg5,leg6, each once; a name may end in a unit, such as "
    "leg1_mm; a column named time is also allowed";

/// For each leg the value that both ends of its range have. Returns nullopt if they differ.
std::array<std::optional<double>, leg_count> only_values(const AnyLegs& legs) {
    std::array<std::vector<double>, leg_count> ends;
    for_each_number(legs, [&](const auto& row, const PerLeg& values) {
        for (std::size_t i = 0; row.of_joint_value && i < leg_count; ++i) ends[i].push_back(values[i]);
    });
    std::array<std::optional<double>, leg_count> only;
    for (std::size_t i = 0; i < leg_count; ++i)
        if (ends[i].size() == 2 && ends[i][0] == ends[i][1]) only[i] = ends[i][0];
    return only;
}

/// Reads joint values line by line.
class JointReader {
public:
    JointReader(const std::string& file, const Machine& machine)
        : table_(file,
                 {value_columns,
                  have_arms(machine.legs) ? value_dimensions<Dimension::angle> : value_dimensions<Dimension::length>,
                  value_header_rule}),
          machine_(machine),
          only_(only_values(machine.legs)) {}

    /// The values of a line. Returns nullopt if the line names the columns.
    std::optional<PerLeg> read(std::string_view line, int number) {
        const std::vector<std::string_view> cells = table_.cells_of(line);
        const auto is_value = [](std::string_view cell) { return cell.empty() || parse_number<double>(cell); };
        if (table_.columns().empty()) {
            if (std::ranges::none_of(cells, is_value)) {
                table_.name(cells, number);
                table_.require(0, leg_count, number);
                return std::nullopt;
            }
            if (const std::size_t count = cell_count(line); count != leg_count)
                fail_at(table_.file(), number, "line",
                        fmt::format("has {} joint values; must have six, one for each leg", count));
            table_.leave_unnamed(leg_count);
        }
        table_.require_one_each(cells.size(), line, number);
        PerLeg values{};
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (const std::size_t leg = table_.columns()[i]; leg < leg_count)
                values[leg] = value_of(cells[i], leg, number);
        return values;
    }

private:
    double value_of(std::string_view cell, std::size_t leg, int line) const {
        if (cell.empty()) {
            if (only_[leg]) return *only_[leg];
            table_.fail(leg, line,
                        "is empty; give a value, because only a leg whose range has two equal ends can be left out");
        }
        const double value = table_.finite_number(cell, leg, line);
        const Units units = table_.units_of(leg, machine_.units);
        const bool is_angle = have_arms(machine_.legs);
        const std::string problem = is_angle                   ? units.angle_problem(value)
                                    : machine_.is_telescopic() ? units.length_problem(value)
                                                               : units.coordinate_problem(value);
        if (!problem.empty()) table_.fail(leg, line, problem);
        return is_angle ? units.radians(value) : units.metres(value);
    }

    NamedColumns table_;
    const Machine& machine_;
    const std::array<std::optional<double>, leg_count> only_;
};

}  // namespace

std::vector<PerLeg> parse_joint_values(std::string_view text, const std::string& source_name, const Machine& machine) {
    JointReader reader(source_name, machine);
    std::vector<PerLeg> rows;
    for_each_line(text, source_name, [&](std::string_view line, int number) {
        const std::optional<PerLeg> values = reader.read(line, number);
        if (values && rows.size() == most_joint_rows)
            fail_at(source_name, number, "line",
                    fmt::format("is one row too many; a file may have at most {} rows, so split it", most_joint_rows));
        if (values) rows.push_back(*values);
    });
    if (rows.empty())
        fail_at(source_name, 1, "document",
                "holds no joint values; give at least one line of six, separated by commas");
    return rows;
}

std::vector<PerLeg> read_joint_values(const std::filesystem::path& file, const Machine& machine) {
    const std::string text = read_input_file(
        file, most_table_bytes, "give six joint values, separated by commas, or a CSV file with six on each line");
    return parse_joint_values(text, file.string(), machine);
}

}  // namespace hexscan
