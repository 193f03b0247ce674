#include "src/commands/pose_values.h"

#include <algorithm>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/option_values.h"

namespace hexscan {

HalfWidths coordinates_given(std::string_view option, const std::string& text, std::size_t count, const Units& units,
                             const std::string& form) {
    std::vector<double> numbers = parse_numbers(
        option, text, ',', count, fmt::format("must be {} in {} and {}", form, units.length, units.angle));
    numbers.resize(pose_axes, 0.0);
    HalfWidths coordinates{};
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        const double number = numbers[axis];
        const bool angle = axis >= PoseBox::angles_begin;
        const std::string problem = angle ? units.angle_problem(number) : units.coordinate_problem(number);
        if (!problem.empty())
            throw UsageError(fmt::format("{} {}: {} {}", option, shown(text), pose_axis_names[axis], problem));
        coordinates[axis] = angle ? units.radians(number) : units.metres(number);
    }
    return coordinates;
}

Pose pose_given(std::string_view option, const std::string& text, const Units& units) {
    const bool position_alone = std::count(text.begin(), text.end(), ',') == 2;
    return pose_at(coordinates_given(option, text, position_alone ? PoseBox::angles_begin : pose_axes, units,
                                     "x,y,z or x,y,z,roll,pitch,yaw"));
}

}  // namespace hexscan
