#include "src/machine/legs/universal_joints.h"

#include <cmath>

namespace hexscan {
namespace {

using Number = LegNumber<UniversalJoints>;

constexpr std::string_view axis_words = "the fixed axis, [x, y, z]";

constexpr Number end(std::string_view record, int part, Number::Place values) {
    Number number;
    number.key = "ranges";
    number.record = record;
    number.words = "the ranges of both angles, [[from, to], [from, to]]";
    number.dimension = Dimension::angle;
    number.values = values;
    number.part = part;
    number.parts = UniversalJoints::ends;
    return number;
}

}  // namespace

std::span<const LegNumber<UniversalJoints>> UniversalJoints::numbers() {
    static constexpr std::array rows{
        vector_part<UniversalJoints>("axis", "axis_x", axis_words, &UniversalJoints::axis_x, 0),
        vector_part<UniversalJoints>("axis", "axis_y", axis_words, &UniversalJoints::axis_y, 1),
        vector_part<UniversalJoints>("axis", "axis_z", axis_words, &UniversalJoints::axis_z, 2),
        end("fixed_from_rad", 0, &UniversalJoints::fixed_from),
        end("fixed_to_rad", 1, &UniversalJoints::fixed_to),
        end("carried_from_rad", 2, &UniversalJoints::carried_from),
        end("carried_to_rad", 3, &UniversalJoints::carried_to)};
    return rows;
}

bool UniversalJoints::is_across(std::size_t leg, const Vector& axis) const {
    constexpr double least_sine = 1e-3;
    const Vector across = cross(fixed_axis(leg), axis);
    return dot(across, across) >= least_sine * least_sine;
}

}  // namespace hexscan
