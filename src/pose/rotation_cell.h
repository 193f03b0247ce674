#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "src/machine/rotation.h"

namespace hexscan {

/// The rotations whose quaternion has the component 1 at `face` and the others in a box. Four faces with boxes from -1
/// to 1 hold all rotations.
struct RotationCell {
    std::size_t face = 0;
    std::array<double, 3> low{-1, -1, -1}, high{1, 1, 1};

    Rotation middle() const;
    /// The largest angle between the middle and a rotation of the cell. It is attained at a corner, because the
    /// quaternions within an angle are a convex cone.
    double radius_rad() const;
    /// The share of the boxes of all_rotations() that this one has.
    double share() const;
    /// Both halves across the longest side.
    std::array<RotationCell, 2> halves() const;
};

std::vector<RotationCell> all_rotations();

}  // namespace hexscan
