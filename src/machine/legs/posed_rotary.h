#pragma once

#include <cstddef>
#include <memory>

#include "kernels/rotary_clearance.h"
#include "src/machine/legs/leg_joint.h"
#include "src/machine/legs/posed_leg.h"

/// A rotary leg (src/machine/legs/rotary_legs.h) at a fixed orientation of the platform.
namespace hexscan {

/// What a file says of the leg.
struct RotaryAtPose {
    Vector u, w, axis;  ///< the motor's frame: unit vectors, square to each other
    double arm_m, rod_m;
    double from_rad, to_rad;
    bool ahead;
    LegJoint at_arm;       ///< its axis as it is at angle 0
    LegJoint at_platform;  ///< its axis as it is at the orientation
};

/// By how much clearances are below the distances that they are bounds of, at most: a share of themselves or, where
/// that is more, a part of the rod.
struct JointSlack {
    double share, of_rod;
};
/// Of arms' joints, and of their rough clearances.
inline constexpr JointSlack rotary_joint_slack{0.01, 0x1p-13}, rough_joint_slack{1, 0x1p-10};

std::shared_ptr<const PosedLeg> posed_rotary(const RotaryAtPose& leg);

}  // namespace hexscan
