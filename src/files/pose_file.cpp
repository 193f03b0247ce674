#include "src/files/pose_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/check/pose_box.h"
#include "src/files/yaml_reader.h"
#include "src/machine/orientation_of.h"
#include "src/machine/travel/travel.h"
#include "src/system/input_file.h"

namespace hexscan {
namespace {

constexpr std::size_t most_path_bytes = 64 * 1024 * 1024;

/// Names of columns; the coordinates come first, in a box's order.
constexpr std::array<std::string_view, 12> column_names{"x",  "y",  "z",  "roll", "pitch", "yaw",
                                                        "qw", "qx", "qy", "qz",   "time",  "t"};
constexpr std::size_t quaternion_begin = PoseBox::dimensions, time_begin = quaternion_begin + 4;
static_assert(std::ranges::equal(pose_axis_names, std::span(column_names).first(PoseBox::dimensions)));

std::string column_name(std::size_t column) { return std::string(column_names[column]); }

constexpr std::string_view header_rule =
    "the first line must name the columns x,y,z and roll,pitch,yaw or qw,qx,qy,qz, each once; time may be another "
    "column";

/// The cells of a line. One more than there can be columns shows that there are too many.
std::vector<std::string_view> cells_of(std::string_view line) {
    std::vector<std::string_view> cells;
    for (std::size_t end = 0; end != std::string_view::npos && cells.size() <= column_names.size();
         line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1)) {
        end = line.find(',');
        cells.push_back(trimmed(line.substr(0, end)));
    }
    return cells;
}

std::size_t cell_count(std::string_view line) { return 1 + static_cast<std::size_t>(std::ranges::count(line, ',')); }

constexpr std::string_view too_many =
    "requirements may name at most {} poses in all, counted again for each requirement with other limits; thin the "
    "path out, or divide the requirements among several machine files";

/// Which name each cell of the header has, which is line `line`.
std::vector<std::size_t> named_columns(const std::vector<std::string_view>& cells, const std::string& file, int line) {
    std::vector<std::size_t> columns;
    for (const std::string_view cell : cells) {
        const auto name = std::ranges::find(column_names, cell);
        const auto column = static_cast<std::size_t>(name - column_names.begin());
        if (name == column_names.end())
            fail_at(
                file, line, shown(cell),
                fmt::format(
                    "is not a column; {}{}{}", did_you_mean(cell, column_names), header_rule,
                    cell.find(';') == std::string_view::npos ? "" : " (separated by commas, decimals with a point)"));
        if (std::ranges::find(columns, column) != columns.end())
            fail_at(file, line, shown(cell), fmt::format("appears twice; {}", header_rule));
        columns.push_back(column);
    }
    return columns;
}

/// Throws where the columns of the header do not make poses.
void require_poses(const std::vector<std::size_t>& columns, const std::string& file, int line) {
    const auto is_given = [&](std::size_t column) { return std::ranges::find(columns, column) != columns.end(); };
    const auto first_of = [&](std::size_t begin, std::size_t end) {
        while (begin < end && !is_given(begin)) ++begin;
        return begin;
    };
    const auto require = [&](std::size_t begin, std::size_t end) {
        for (; begin < end; ++begin)
            if (!is_given(begin)) fail_at(file, line, column_name(begin), fmt::format("is missing; {}", header_rule));
    };
    require(0, PoseBox::angles_begin);
    const std::size_t angle = first_of(PoseBox::angles_begin, quaternion_begin);
    const std::size_t part = first_of(quaternion_begin, time_begin);
    if (part == time_begin) return require(PoseBox::angles_begin, quaternion_begin);
    if (angle != quaternion_begin)
        fail_at(file, line, column_name(angle),
                fmt::format("cannot be combined with {}; {}", column_names[part], header_rule));
    require(quaternion_begin, time_begin);
}

/// A first line that names this number of columns, for errors.
std::string_view possible_header(std::size_t columns) {
    if (columns == 7) return "time,x,y,z,roll,pitch,yaw or x,y,z,qw,qx,qy,qz";
    if (columns == 8) return "time,x,y,z,qw,qx,qy,qz";
    return "x,y,z,roll,pitch,yaw";
}

/// The six columns of a file whose first line holds numbers.
std::vector<std::size_t> unnamed_columns(std::size_t count, int line, const std::string& file) {
    if (count != PoseBox::dimensions)
        fail_at(file, line, "line",
                fmt::format("has {} numbers, and no line above names the columns; only six columns, "
                            "x,y,z,roll,pitch,yaw, need no names. Name them in a first line, as in {}",
                            count, possible_header(count)));
    return {0, 1, 2, 3, 4, 5};
}

bool is_number(std::string_view cell) { return parse_number<double>(cell).has_value(); }

/// Reads poses line by line.
class PoseReader {
public:
    PoseReader(std::string file, const Units& units, OrientationOrder order)
        : file_(std::move(file)), units_(units), order_(order) {}

    /// The pose of a line. Nullopt if the line names the columns.
    std::optional<Pose> read(std::string_view line, int number) {
        const std::vector<std::string_view> cells = cells_of(line);
        if (columns_.empty()) {
            if (!std::ranges::all_of(cells, is_number)) {
                columns_ = named_columns(cells, file_, number);
                require_poses(columns_, file_, number);
                return std::nullopt;
            }
            columns_ = unnamed_columns(cell_count(line), number, file_);
        }
        if (cells.size() != columns_.size())
            fail_at(
                file_, number, "line",
                fmt::format("has {} numbers; must have {}, one for each column{}", cell_count(line), columns_.size(),
                            cells.size() > columns_.size() ? "; write decimals with a point, as in 380.5" : ""));
        std::array<double, time_begin> at{};
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (columns_[i] < time_begin) at[columns_[i]] = finite_number(cells[i], columns_[i], number);
        const Vector position_m{si_number(at[0], 0, number), si_number(at[1], 1, number), si_number(at[2], 2, number)};
        const bool has_quaternions = std::ranges::find(columns_, quaternion_begin) != columns_.end();
        before_ = has_quaternions ? angles_of_quaternion(at, number)
                                  : Orientation{si_number(at[3], 3, number), si_number(at[4], 4, number),
                                                si_number(at[5], 5, number)};
        return Pose{position_m, before_};
    }

private:
    double finite_number(std::string_view cell, std::size_t column, int line) const {
        double value = 0;
        if (read_number(cell, value) != std::errc{} || !std::isfinite(value))
            fail_at(file_, line, column_name(column),
                    fmt::format("is \"{}\"; must be a finite number{}", shown(cell), number_cure(cell)));
        return value;
    }

    double si_number(double value, std::size_t dimension, int line) const {
        const bool is_angle = dimension >= PoseBox::angles_begin;
        const std::string problem = is_angle ? units_.angle_problem(value) : units_.coordinate_problem(value);
        if (!problem.empty()) fail_at(file_, line, column_name(dimension), problem);
        return is_angle ? units_.radians(value) : units_.metres(value);
    }

    /// Roll, pitch and yaw of a line's quaternion. They go on from the pose before, beyond whole turns.
    Orientation angles_of_quaternion(const std::array<double, time_begin>& at, int line) const {
        constexpr double tolerance = 0.01;  // of numbers with two digits
        double w = at[quaternion_begin], x = at[quaternion_begin + 1], y = at[quaternion_begin + 2],
               z = at[quaternion_begin + 3];
        const double length = std::hypot(std::hypot(w, x), std::hypot(y, z));
        if (!(std::abs(length - 1) <= tolerance))
            fail_at(file_, line, column_name(quaternion_begin),
                    fmt::format("belongs to a quaternion of length {:.4g}; must be 1", length));
        for (double* const part : {&w, &x, &y, &z}) *part /= length;
        const Rotation rotation{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                                {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                                {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
        return nearest_angles(orientation_of(rotation, order_), before_, order_);
    }

    const std::string file_;
    const Units units_;
    const OrientationOrder order_;
    std::vector<std::size_t> columns_;
    Orientation before_;  ///< orientation of the pose before
};

}  // namespace

std::vector<Pose> parse_poses(std::string_view text, const std::string& source_name, const Units& units,
                              OrientationOrder order, std::size_t most) {
    if (text.size() > most_path_bytes)
        fail_at(source_name, 1, "document", fmt::format("is too long; at most {} bytes are allowed", most_path_bytes));
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    PoseReader reader(source_name, units, order);
    std::vector<Pose> poses;
    int line_number = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        ++line_number;
        if (trimmed(line).empty()) continue;
        const std::optional<Pose> pose = reader.read(line, line_number);
        if (pose && poses.size() == most)
            fail_at(source_name, line_number, "line", fmt::format(fmt::runtime(too_many), most_required_poses));
        if (pose) poses.push_back(*pose);
    }
    if (poses.empty())
        fail_at(source_name, 1, "document",
                "holds no pose; give at least a line x,y,z,roll,pitch,yaw and a pose below it");
    return poses;
}

std::vector<Pose> read_poses(const std::filesystem::path& file, std::string_view named_by, const Units& units,
                             OrientationOrder order, std::size_t most) {
    const std::string cure = fmt::format("{} must name a CSV file of poses", named_by);
    return parse_poses(read_input_file(file, most_path_bytes, cure), file.string(), units, order, most);
}

std::shared_ptr<const std::vector<Pose>> PoseFiles::poses(const std::filesystem::path& file, std::string_view named_by,
                                                          const Units& units) {
    std::shared_ptr<const std::vector<Pose>>& poses = read_[file.lexically_normal()];
    const std::size_t left = most_required_poses - named_;
    if (!poses) poses = std::make_shared<const std::vector<Pose>>(read_poses(file, named_by, units, order_, left));
    if (poses->size() > left)
        fail_at(file.string(), 1, "document", fmt::format(fmt::runtime(too_many), most_required_poses));
    named_ += poses->size();
    return poses;
}

}  // namespace hexscan
