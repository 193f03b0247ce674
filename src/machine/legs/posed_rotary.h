#pragma once

#include <cstddef>
#include <memory>

#include "src/machine/legs/leg_joint.h"
#include "src/machine/legs/posed_leg.h"

/// A rotary leg (src/machine/legs/rotary_legs.h) at a fixed orientation of the platform.
namespace hexscan {

/// The numbers of the leg.
struct RotaryAtPose {
    Vector u, w, axis;  ///< the motor's frame: unit vectors, perpendicular to each other
    double arm_m, rod_m;
    double from_rad, to_rad;
    bool ahead;
    LegJoint at_arm;       ///< joint at the arm's tip; its axis is given at angle 0
    LegJoint at_platform;  ///< joint at the platform; its axis is that at this orientation
};

std::shared_ptr<const PosedLeg> posed_rotary(const RotaryAtPose& leg);

}  // namespace hexscan
