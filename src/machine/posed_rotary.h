#pragma once

#include <cstddef>
#include <memory>

#include "src/machine/posed_leg.h"
#include "src/machine/rod_joint.h"

/// A rotary leg (src/machine/rotary_legs.h) at a fixed orientation of the platform.
namespace hexscan {

/// In the order of the kind's table.
enum class RotaryLimit : std::size_t { reach, fold, angle_from, angle_to, arm_joint, platform_joint, count };

/// What a file says of the leg.
struct RotaryAtPose {
    Vector u, w, axis;  ///< the motor's frame: unit vectors, square to each other
    double arm_m, rod_m;
    double from_rad, to_rad;
    bool ahead;
    RodJoint at_arm;       ///< its axis as it is at angle 0
    RodJoint at_platform;  ///< its axis as it is at the orientation
};

std::shared_ptr<const PosedLeg> posed_rotary(const RotaryAtPose& leg);

}  // namespace hexscan
