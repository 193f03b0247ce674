#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "src/machine/rotation.h"

namespace hexscan {

/// The rotations whose quaternion has the component 1 at `face` and its other components in a box. Four faces with
/// boxes from -1 to 1 together contain all rotations.
struct RotationCell {
    std::size_t face = 0;
    std::array<double, 3> low{-1, -1, -1}, high{1, 1, 1};

    Rotation middle() const;
    /// The largest angle between the middle of the cell and one of its rotations. It is attained at a corner, because
    /// the quaternions within an angle form a convex cone.
    double radius_rad() const;
    /// The share that this cell has of the boxes of all_rotations().
    double share() const;
    /// The two halves of the cell, split across its longest side.
    std::array<RotationCell, 2> halves() const;
};

std::vector<RotationCell> all_rotations();

}  // namespace hexscan
