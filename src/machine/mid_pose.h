#pragma once

#include <optional>
#include <string>

#include "src/machine/machine.h"

namespace hexscan {

/// The pose at which every leg is in the middle of what it can: telescopic legs at mid-stroke, carriages at mid-travel,
/// arms at angle 0, or in the middle of a range without it.
struct MidPose {
    std::optional<Pose> pose;
    std::string problem;  ///< what keeps it from being home; empty: nothing
};

/// Found by Newton's method, damped, from level platforms above the base, as they are and turned about z, and from
/// tilted ones. Of the poses found, platform above base, it is the one nearest to level, and of these the one that is
/// turned least. Asks for joints and legs alone.
MidPose mid_pose(const Machine& machine);

}  // namespace hexscan
