#pragma once

#include <array>

#include "src/machine/machine.h"

namespace hexscan {

/// The load's force, and its torque about a point of the platform, divided by a length. The point is relative to the
/// tool, in the platform's frame.
inline std::array<double, leg_count> wrench_about(const Vector& point_m, const Load& load, const Rotation& turned,
                                                  double length_m) {
    const Vector force_n = vector_of(load.force);
    const Vector torque_nm = vector_of(load.torque) + cross(turned(vector_of(load.at) - point_m), force_n);
    return {force_n.x, force_n.y, force_n.z, torque_nm.x / length_m, torque_nm.y / length_m, torque_nm.z / length_m};
}

}  // namespace hexscan
