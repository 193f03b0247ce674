#include "src/files/requirement_file.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "src/base/interval.h"
#include "src/base/text.h"
#include "src/system/input_file.h"

namespace hexscan {
namespace {

constexpr std::array<const char*, PoseBox::dimensions> keys{"x", "y", "z", "roll", "pitch", "yaw"};
constexpr std::size_t most_path_bytes = 64 * 1024 * 1024;

bool is_angle(std::size_t dimension) { return dimension >= PoseBox::angles_begin; }

double read_coordinate(const Value& value, std::size_t dimension, const UnitReader& read) {
    return is_angle(dimension) ? read.angle_rad(value) : read.coordinate_m(value);
}

/// A unit's conversion rounds once or twice.
double low_end(double value) { return value == 0 ? 0 : rounding::below(rounding::below(value)); }
double high_end(double value) { return value == 0 ? 0 : rounding::above(rounding::above(value)); }

void read_range(const Value& value, std::size_t dimension, const UnitReader& read, PoseBox& box) {
    const auto [from, to] = read_ends(value, [&](const Value& end) { return read_coordinate(end, dimension, read); });
    box.low[dimension] = from == to ? from : low_end(from);
    box.high[dimension] = from == to ? to : high_end(to);
}

void read_box(const Section& section, const UnitReader& read, Requirement& requirement) {
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const auto value = section.find(keys[k]);
        requirement.as_at_home[k] = !value;
        if (value) read_range(*value, k, read, requirement.box);
    }
}

PosePath read_path(const Section& section, const Value& poses, const PlatformDocument& document) {
    for (const char* key : keys)
        if (const auto value = section.find(key))
            value->fail("stands beside poses; a requirement is either a box or a path");
    PosePath path;
    path.file = document.folder() / poses.text();
    path.named_by = poses.place();
    if (const auto interpolate = section.find("interpolate"))
        path.everything_between = choice(*interpolate, {"none", "linear"}, "none or linear") == "linear";
    return path;
}

Requirement read_requirement(const Value& value, std::size_t index, const PlatformDocument& document,
                             const Machine& machine) {
    const Section section(value, {"name", "x", "y", "z", "roll", "pitch", "yaw", "clearance", "poses", "interpolate"});
    Requirement requirement;
    const auto name = section.find("name");
    requirement.name = name ? name->text() : fmt::format("requirement {}", index + 1);
    if (const auto clearance = section.find("clearance")) {
        requirement.clearance_m = document.units().length_m(*clearance);
    }
    if (const auto poses = section.find("poses")) {
        requirement.path = read_path(section, *poses, document);
        return requirement;
    }
    if (const auto interpolate = section.find("interpolate")) interpolate->fail("goes with poses only");
    if (std::none_of(keys.begin(), keys.end(), [&](const char* key) { return section.find(key).has_value(); }))
        section.fail("has neither poses nor any of x, y, z, roll, pitch and yaw; give one of them at least");
    read_box(section, document.units(), requirement);
    return at_home_of(machine, requirement);
}

/// Which coordinate each column holds.
std::vector<std::size_t> read_header(const std::vector<std::string_view>& cells, const std::string& file) {
    constexpr const char* rule = "the first line must name the six columns x,y,z,roll,pitch,yaw, each once";
    const std::vector<std::string_view> known(keys.begin(), keys.end());
    std::vector<std::size_t> columns;
    for (const std::string_view cell : cells) {
        const auto key = std::find(keys.begin(), keys.end(), cell);
        const auto dimension = static_cast<std::size_t>(key - keys.begin());
        if (key == keys.end())
            fail_at(file, 1, shown(cell),
                    fmt::format("is no column; {}{}{}", did_you_mean(cell, known), rule,
                                cell.find(';') == std::string_view::npos ? "" : " (by commas, decimals with a point)"));
        if (std::find(columns.begin(), columns.end(), dimension) != columns.end())
            fail_at(file, 1, shown(cell), fmt::format("stands twice; {}", rule));
        columns.push_back(dimension);
    }
    for (std::size_t dimension = 0; dimension < keys.size(); ++dimension)
        if (std::find(columns.begin(), columns.end(), dimension) == columns.end())
            fail_at(file, 1, keys[dimension], fmt::format("is missing; {}", rule));
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
        fail_at(file, line, keys[dimension],
                fmt::format("is \"{}\"; must be a finite number{}", shown(cell), number_cure(cell)));
    const std::string problem = is_angle(dimension) ? units.angle_problem(value) : units.coordinate_problem(value);
    if (!problem.empty()) fail_at(file, line, keys[dimension], problem);
    return is_angle(dimension) ? units.radians(value) : units.metres(value);
}

}  // namespace

std::vector<Requirement> read_requirements(const PlatformDocument& document, const Machine& machine) {
    std::vector<Requirement> requirements;
    const auto list = document.root().find("requirements");
    if (!list) return requirements;
    for (const Value& value : list->items("requirements, each {name, x, y, z, roll, pitch, yaw} or {name, poses}"))
        requirements.push_back(read_requirement(value, requirements.size(), document, machine));
    return requirements;
}

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

std::vector<Pose> read_poses(const PosePath& path, const Units& units) {
    const std::string cure =
        fmt::format("{} must name a CSV file of poses", path.named_by.empty() ? "poses" : path.named_by);
    return parse_poses(read_input_file(path.file, most_path_bytes, cure), path.file.string(), units);
}

}  // namespace hexscan
