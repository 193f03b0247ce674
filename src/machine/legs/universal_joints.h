#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/rotation.h"

namespace hexscan {

/// Six universal joints of one side. One angle is about an axis that is fixed to the side, 0 where the leg is along
/// what of the joint's axis is square to it; the other is about the axis that the first one carries, 0 where the leg is
/// square to the fixed axis. In radians; in a description in the unit of its file.
struct UniversalJoints {
    PerLeg axis_x{}, axis_y{}, axis_z{};  ///< the fixed axes; of a machine unit vectors in the side's frame
    /// Ends of the angles about both axes; infinite where a joint has lost that limit.
    PerLeg fixed_from{}, fixed_to{}, carried_from{}, carried_to{};

    static constexpr std::size_t axis_parts = 3, ends = 4;
    /// Three parts of `axis`, then the four ends in `ranges`: [[fixed_from, fixed_to], [carried_from, carried_to]].
    static std::span<const LegNumber<UniversalJoints>> numbers();

    Vector fixed_axis(std::size_t leg) const { return {axis_x[leg], axis_y[leg], axis_z[leg]}; }
    /// What of the joint's axis is square to the fixed one, of length 1.
    Vector level_axis(std::size_t leg, const Vector& axis) const {
        const Vector fixed = fixed_axis(leg);
        return direction(axis - scaled(fixed, dot(axis, fixed)));
    }
    /// Whether the joint's axis has a direction across the fixed one, which is a unit vector.
    bool is_across(std::size_t leg, const Vector& axis) const;
};

}  // namespace hexscan
