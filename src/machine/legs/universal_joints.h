#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/rotation.h"

namespace hexscan {

/// Six universal joints of one side. Angle 1 is the rotation about an axis that is fixed to the side. It is 0 if the
/// leg points along the joint's axis, projected perpendicular to the fixed axis. Angle 2 is the rotation about the
/// carried axis. It is 0 if the leg is perpendicular to the fixed axis. Angles are in radians; inside a description
/// they are in the file's unit.
struct UniversalJoints {
    PerLeg axis_x{}, axis_y{}, axis_z{};  ///< the fixed axes; in a machine, unit vectors in the side's frame
    /// Ends of the ranges of both angles. An end is infinite if its limit is disabled.
    PerLeg fixed_from{}, fixed_to{}, carried_from{}, carried_to{};

    static constexpr std::size_t axis_parts = 3, ends = 4;
    /// Three parts of `axis`, then the four ends in `ranges`: [[fixed_from, fixed_to], [carried_from, carried_to]].
    static std::span<const LegNumber<UniversalJoints>> numbers();

    Vector fixed_axis(std::size_t leg) const { return {axis_x[leg], axis_y[leg], axis_z[leg]}; }
    /// The joint's axis, projected perpendicular to the fixed axis and scaled to length 1.
    Vector level_axis(std::size_t leg, const Vector& axis) const {
        const Vector fixed = fixed_axis(leg);
        return direction(axis - scaled(fixed, dot(axis, fixed)));
    }
    /// True if `axis`, a unit vector, is not parallel to the fixed axis. Its projection perpendicular to the fixed axis
    /// then has a direction.
    bool is_across(std::size_t leg, const Vector& axis) const;
};

}  // namespace hexscan
