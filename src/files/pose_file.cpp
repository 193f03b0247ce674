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

/// The cells of a line. One more than there are columns shows that there are too many.
std::vector<std::string_view> cells_of(std::string_view line) {
    std::vector<std::string_view> cells;
    for (std::size_t end = 0; end != std::string_view::npos && cells.size() <= PoseBox::dimensions;
         line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1)) {
        end = line.find(',');
        cells.push_back(trimmed(line.substr(0, end)));
    }
    return cells;
}

std::size_t cell_count(std::string_view line) { return 1 + static_cast<std::size_t>(std::ranges::count(line, ',')); }

constexpr std::string_view too_many =
    "requirements may name at most {} poses in all, counted again for each requirement that asks something else of "
    "them; thin the path out, or divide the requirements among several platform files";

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

std::vector<Pose> parse_poses(std::string_view text, const std::string& source_name, const Units& units,
                              std::size_t most) {
    if (text.size() > most_path_bytes)
        fail_at(source_name, 1, "document", fmt::format("is too long; at most {} bytes are allowed", most_path_bytes));
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::vector<std::size_t> columns;
    std::vector<Pose> poses;
    int line_number = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        ++line_number;
        if (trimmed(line).empty()) continue;
        const std::vector<std::string_view> cells = cells_of(line);
        if (columns.empty()) {
            columns = read_header(cells, source_name);
            continue;
        }
        if (cells.size() != columns.size())
            fail_at(source_name, line_number, "line",
                    fmt::format("has {} numbers; must have {}, one for each column{}", cell_count(line), columns.size(),
                                cells.size() > columns.size() ? "; decimals follow a point, as in 380.5" : ""));
        if (poses.size() == most)
            fail_at(source_name, line_number, "line", fmt::format(fmt::runtime(too_many), most_required_poses));
        std::array<double, PoseBox::dimensions> at{};
        for (std::size_t i = 0; i < columns.size(); ++i)
            at[columns[i]] = read_cell(cells[i], columns[i], source_name, line_number, units);
        poses.push_back(pose_at(at));
    }
    if (poses.empty())
        fail_at(source_name, 1, "document", "holds no pose; a line x,y,z,roll,pitch,yaw and a pose below it at least");
    return poses;
}

std::vector<Pose> read_poses(const std::filesystem::path& file, std::string_view named_by, const Units& units,
                             std::size_t most) {
    const std::string cure = fmt::format("{} must name a CSV file of poses", named_by);
    return parse_poses(read_input_file(file, most_path_bytes, cure), file.string(), units, most);
}

std::shared_ptr<const std::vector<Pose>> PoseFiles::poses(const std::filesystem::path& file, std::string_view named_by,
                                                          const Units& units) {
    std::shared_ptr<const std::vector<Pose>>& poses = read_[file.lexically_normal()];
    const std::size_t left = most_required_poses - named_;
    if (!poses) poses = std::make_shared<const std::vector<Pose>>(read_poses(file, named_by, units, left));
    if (poses->size() > left)
        fail_at(file.string(), 1, "document", fmt::format(fmt::runtime(too_many), most_required_poses));
    named_ += poses->size();
    return poses;
}

}  // namespace hexscan
