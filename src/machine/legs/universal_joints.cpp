#include "src/machine/legs/universal_joints.h"

#include <cmath>

namespace hexscan {
namespace {

using JointNumber = LegNumber<UniversalJoints>;

constexpr std::string_view fixed_axis_words = "the fixed axis, [x, y, z]";

constexpr JointNumber joint_end(std::string_view record, int part, JointNumber::Place values) {
    JointNumber number;
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
        vector_part<UniversalJoints>("axis", "axis_x", fixed_axis_words, &UniversalJoints::axis_x, 0),
        vector_part<UniversalJoints>("axis", "axis_y", fixed_axis_words, &UniversalJoints::axis_y, 1),
        vector_part<UniversalJoints>("axis", "axis_z", fixed_axis_words, &UniversalJoints::axis_z, 2),
        joint_end("fixed_from_rad", 0, &UniversalJoints::fixed_from),
        joint_end("fixed_to_rad", 1, &UniversalJoints::fixed_to),
        joint_end("carried_from_rad", 2, &UniversalJoints::carried_from),
        joint_end("carried_to_rad", 3, &UniversalJoints::carried_to)};
    return rows;
}

bool UniversalJoints::is_across(std::size_t leg, const Vector& axis) const {
    constexpr double least_sine = 1e-3;
    const Vector across = cross(fixed_axis(leg), axis);
    return dot(across, across) >= least_sine * least_sine;
}

}  // namespace hexscan
