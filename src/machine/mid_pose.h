#pragma once

#include <optional>
#include <string>

#include "src/machine/machine.h"

namespace hexscan {

/// The pose at which every leg is in the middle of its range: telescopic legs at mid-stroke, carriages at mid-travel,
/// arms at angle 0. If an arm's range does not contain 0, its middle is used.
struct MidPose {
    std::optional<Pose> pose;
    std::string problem;  ///< reason why the pose cannot be home; empty if it can
};

/// Found by Newton's method (rods.h) that starts from level platforms above the base, turned about z and not, and from
/// tilted ones. Considers only poses with the platform above the base. Returns the one nearest to level, and among
/// equals the one turned least. Uses only joints and legs.
MidPose mid_pose(const Machine& machine);

}  // namespace hexscan
