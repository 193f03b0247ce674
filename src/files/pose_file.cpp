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
#include "src/files/named_columns.h"
#include "src/files/yaml_reader.h"
#include "src/machine/orientation_of.h"
#include "src/machine/travel/travel.h"
#include "src/system/input_file.h"

namespace hexscan {
namespace {

/// Names of columns; the coordinates come first, in a box's order.
constexpr std::array<std::string_view, 14> pose_columns{"x",  "y",  "z",  "roll", "pitch", "yaw",    "qw",
                                                        "qx", "qy", "qz", "time", "t",     "time_s", "t_s"};
constexpr std::size_t quaternion_begin = PoseBox::dimensions, time_begin = quaternion_begin + 4;
static_assert(std::ranges::equal(pose_axis_names, std::span(pose_columns).first(PoseBox::dimensions)));

constexpr std::array<Dimension, pose_columns.size()> pose_dimensions = [] {
    std::array<Dimension, pose_columns.size()> of_columns{};
    of_columns.fill(Dimension::number);
    std::fill_n(of_columns.begin(), PoseBox::dimensions, Dimension::angle);
    std::fill_n(of_columns.begin(), PoseBox::angles_begin, Dimension::length);
    return of_columns;
}();

constexpr std::string_view pose_header_rule =
    "the first line must name the columns x,y,z and roll,pitch,yaw or qw,qx,qy,qz, each once; a name may end in a "
    "unit, such as x_mm; a column named time is also allowed";

constexpr std::string_view too_many =
    "at most {} poses are allowed in one file, and in all requirements of a machine file together; a pose counts again "
    "for each requirement with different limits; remove poses, or split the requirements into several machine files";

/// Throws an error if the columns of the header do not describe poses.
void require_poses(const NamedColumns& table, int line) {
    const auto first_of = [&](std::size_t begin, std::size_t end) {
        while (begin < end && !table.has(begin)) ++begin;
        return begin;
    };
    table.require(0, PoseBox::angles_begin, line);
    const std::size_t angle = first_of(PoseBox::angles_begin, quaternion_begin);
    const std::size_t part = first_of(quaternion_begin, time_begin);
    if (part == time_begin) return table.require(PoseBox::angles_begin, quaternion_begin, line);
    if (angle != quaternion_begin)
        table.fail(angle, line, fmt::format("cannot be combined with {}; {}", pose_columns[part], pose_header_rule));
    table.require(quaternion_begin, time_begin, line);
}

/// A first line that names this number of columns, 7 or 8, for errors.
std::string_view possible_header(std::size_t columns) {
    return columns == 7 ? "time,x,y,z,roll,pitch,yaw or x,y,z,qw,qx,qy,qz" : "time,x,y,z,qw,qx,qy,qz";
}

/// Throws an error if a first line of numbers is not a pose.
void require_pose(std::size_t count, int line, const std::string& file) {
    constexpr std::size_t most_columns = 8;
    if (count == PoseBox::dimensions) return;
    if (count < PoseBox::dimensions || count > most_columns)
        fail_at(file, line, "line",
                fmt::format("has {} number{}; a line must have the six x,y,z,roll,pitch,yaw. If the first line names "
                            "the columns, qw,qx,qy,qz can replace the angles, and time can be added",
                            count, count == 1 ? "" : "s"));
    fail_at(file, line, "line",
            fmt::format("has {} numbers, but no line above names the columns; only the six columns "
                        "x,y,z,roll,pitch,yaw need no names. Name the columns in the first line, such as {}",
                        count, possible_header(count)));
}

bool is_number(std::string_view cell) { return parse_number<double>(cell).has_value(); }

/// Reads poses line by line.
class PoseReader {
public:
    PoseReader(const std::string& file, const Units& units, OrientationOrder order)
        : table_(file, {pose_columns, pose_dimensions, pose_header_rule}), units_(units), order_(order) {}

    /// The pose of a line. Returns nullopt if the line names the columns.
    std::optional<Pose> read(std::string_view line, int number) {
        const std::vector<std::string_view> cells = table_.cells_of(line);
        if (table_.columns().empty()) {
            if (!std::ranges::all_of(cells, is_number)) {
                table_.name(cells, number);
                require_poses(table_, number);
                return std::nullopt;
            }
            require_pose(cell_count(line), number, table_.file());
            table_.leave_unnamed(PoseBox::dimensions);
        }
        table_.require_one_each(cells.size(), line, number);
        std::array<double, time_begin> at{};
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (const std::size_t column = table_.columns()[i]; column < time_begin)
                at[column] = table_.finite_number(cells[i], column, number);
        const Vector position_m{si_number(at[0], 0, number), si_number(at[1], 1, number), si_number(at[2], 2, number)};
        before_ = table_.has(quaternion_begin) ? angles_of_quaternion(at, number)
                                               : Orientation{si_number(at[3], 3, number), si_number(at[4], 4, number),
                                                             si_number(at[5], 5, number)};
        return Pose{position_m, before_};
    }

private:
    double si_number(double value, std::size_t dimension, int line) const {
        const bool is_angle = dimension >= PoseBox::angles_begin;
        const Units units = table_.units_of(dimension, units_);
        const std::string problem = is_angle ? units.angle_problem(value) : units.coordinate_problem(value);
        if (!problem.empty()) table_.fail(dimension, line, problem);
        return is_angle ? units.radians(value) : units.metres(value);
    }

    /// Roll, pitch and yaw of a line's quaternion. They are the angles nearest to those of the previous pose, so they
    /// can exceed a turn.
    Orientation angles_of_quaternion(const std::array<double, time_begin>& at, int line) const {
        constexpr double tolerance = 0.01;  // allows numbers with two digits
        double w = at[quaternion_begin], x = at[quaternion_begin + 1], y = at[quaternion_begin + 2],
               z = at[quaternion_begin + 3];
        const double length = std::hypot(std::hypot(w, x), std::hypot(y, z));
        if (!(std::abs(length - 1) <= tolerance))
            table_.fail(quaternion_begin, line,
                        fmt::format("belongs to a quaternion of length {:.4g}; the length must be 1", length));
        for (double* const part : {&w, &x, &y, &z}) *part /= length;
        return nearest_angles(orientation_of(rotation_of_quaternion({w, x, y, z}), order_), before_, order_);
    }

    NamedColumns table_;
    const Units units_;
    const OrientationOrder order_;
    Orientation before_;  ///< orientation of the previous pose
};

}  // namespace

std::vector<Pose> parse_poses(std::string_view text, const std::string& source_name, const Units& units,
                              OrientationOrder order, std::size_t most) {
    PoseReader reader(source_name, units, order);
    std::vector<Pose> poses;
    for_each_line(text, source_name, [&](std::string_view line, int number) {
        const std::optional<Pose> pose = reader.read(line, number);
        if (pose && poses.size() == most)
            fail_at(source_name, number, "line", fmt::format(fmt::runtime(too_many), most_required_poses));
        if (pose) poses.push_back(*pose);
    });
    if (poses.empty())
        fail_at(source_name, 1, "document",
                "holds no pose; give at least a line x,y,z,roll,pitch,yaw and a pose below it");
    return poses;
}

std::vector<Pose> read_poses(const std::filesystem::path& file, std::string_view named_by, const Units& units,
                             OrientationOrder order, std::size_t most) {
    const std::string cure = fmt::format("{} must name a CSV file of poses", named_by);
    return parse_poses(read_input_file(file, most_table_bytes, cure), file.string(), units, order, most);
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
