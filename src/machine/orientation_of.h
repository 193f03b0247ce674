#pragma once

#include <array>

#include "src/machine/rotation.h"

namespace hexscan {

/// The rotation of the unit quaternion w, x, y, z.
Rotation rotation_of_quaternion(const std::array<double, 4>& quaternion);

/// Roll, pitch and yaw of a rotation. At a pitch of +-90 degrees, roll and yaw turn about one axis, and yaw is set to
/// 0.
Orientation orientation_of(const Rotation& rotation, OrientationOrder order);

/// The angles of the same rotation that are nearest to `before`, so that angles along a path do not jump.
Orientation nearest_angles(const Orientation& orientation, const Orientation& before, OrientationOrder order);

}  // namespace hexscan
