#include "src/files/pose_file.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/check/pose_box.h"
#include "src/files/yaml_reader.h"
#include "src/machine/travel/travel.h"
#include "src/system/input_file.h"

namespace hexscan {
namespace {

constexpr std::size_t most_path_bytes = 64 * 1024 * 1024;

bool is_angle(std::size_t dimension) { return dimension >= PoseBox::angles_begin; }

/// Which coordinate each column holds.
std::vector<std::size_t> read_header(const std::vector<std::string_view>& cells, const std::string& file) {
    constexpr const char* rule = "the first line must name the six columns x,y,z,roll,pitch,yaw, each once";
    const std::vector<std::string_view> known(pose_axis_names.begin(), pose_axis_names.end());
    std::vector<std::size_t> columns;
    for (const std::string_view cell : cells) {
        const auto key = std::find(known.begin(), known.end(), cell);
        const auto dimension = static_cast<std::size_t>(key - known.begin());
        if (key == known.end())
            fail_at(file, 1, shown(cell),
                    fmt::format("is no column; {}{}{}", did_you_mean(cell, known), rule,
                                cell.find(';') == std::string_view::npos ? "" : " (by commas, decimals with a point)"));
        if (std::find(columns.begin(), columns.end(), dimension) != columns.end())
            fail_at(file, 1, shown(cell), fmt::format("stands twice; {}", rule));
        columns.push_back(dimension);
    }
    for (std::size_t dimension = 0; dimension < known.size(); ++dimension)
        if (std::find(columns.begin(), columns.end(), dimension) == columns.end())
            fail_at(file, 1, pose_axis_names[dimension], fmt::format("is missing; {}", rule));
    return columns;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> cells_of(std::string_view line) {
    std::vector<std::string_view> cells = split(line, ',');
    for (std::string_view& cell : cells) cell = trimmed(cell);
    return cells;
}

double read_cell(std::string_view cell, std::size_t dimension, const std::string& file, int line, const Units& units) {
    double value = 0;
    if (read_number(cell, value) != std::errc{} || !std::isfinite(value))
        fail_at(file, line, pose_axis_names[dimension],
                fmt::format("is \"{}\"; must be a finite number{}", shown(cell), number_cure(cell)));
    const std::string problem = is_angle(dimension) ? units.angle_problem(value) : units.coordinate_problem(value);
    if (!problem.empty()) fail_at(file, line, pose_axis_names[dimension], problem);
    return is_angle(dimension) ? units.radians(value) : units.metres(value);
}

}  // namespace

std::vector<Pose> parse_poses(std::string_view text, const std::string& source_name, const Units& units) {
    if (text.size() > most_path_bytes)
        fail_at(source_name, 1, "document", fmt::format("is too long; at most {} bytes are allowed", most_path_bytes));
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::vector<std::size_t> columns;
    std::vector<Pose> poses;
    int line_number = 0;
    for (const std::string_view line : split(text, '\n')) {
        ++line_number;
        if (trimmed(line).empty()) continue;
        const std::vector<std::string_view> cells = cells_of(line);
        if (columns.empty()) {
            columns = read_header(cells, source_name);
            continue;
        }
        if (cells.size() != columns.size())
            fail_at(source_name, line_number, "line",
                    fmt::format("has {} numbers; must have {}, one for each column{}", cells.size(), columns.size(),
                                cells.size() > columns.size() ? "; decimals follow a point, as in 380.5" : ""));
        std::array<double, PoseBox::dimensions> at{};
        for (std::size_t i = 0; i < columns.size(); ++i)
            at[columns[i]] = read_cell(cells[i], columns[i], source_name, line_number, units);
        poses.push_back(pose_at(at));
    }
    if (poses.empty())
        fail_at(source_name, 1, "document", "holds no pose; a line x,y,z,roll,pitch,yaw and a pose below it at least");
    return poses;
}

std::vector<Pose> read_poses(const std::filesystem::path& file, std::string_view named_by, const Units& units) {
    const std::string cure = fmt::format("{} must name a CSV file of poses", named_by);
    return parse_poses(read_input_file(file, most_path_bytes, cure), file.string(), units);
}

}  // namespace hexscan
