#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "src/machine/rotation.h"

namespace hexscan {

/// A box of poses: x, y, z in metres, then roll, pitch, yaw in radians, each from low to high.
struct PoseBox {
    static constexpr std::size_t dimensions = 6, angles_begin = 3;
    std::array<double, dimensions> low{}, high{};
};

/// The six coordinates of a pose, in the order of a box's coordinates. pose_at() is the inverse.
inline std::array<double, PoseBox::dimensions> coordinates_of(const Pose& pose) {
    return {pose.position_m.x,         pose.position_m.y,          pose.position_m.z,
            pose.orientation.roll_rad, pose.orientation.pitch_rad, pose.orientation.yaw_rad};
}
inline Pose pose_at(const std::array<double, PoseBox::dimensions>& at) {
    return {{at[0], at[1], at[2]}, {at[3], at[4], at[5]}};
}

/// The box that contains only this pose.
inline PoseBox box_of(const Pose& pose) { return {coordinates_of(pose), coordinates_of(pose)}; }

/// The corners of a box, without duplicates.
std::vector<Pose> corner_poses(const PoseBox& box);

}  // namespace hexscan
