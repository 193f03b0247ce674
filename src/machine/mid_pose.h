#pragma once

#include <optional>
#include <string>

#include "src/machine/machine.h"

namespace hexscan {

/// The pose at which every leg is in the middle of its range: telescopic legs at mid-stroke, carriages at mid-travel,
/// arms at angle 0. An arm whose range does not contain 0 is in the middle of its range.
struct MidPose {
    std::optional<Pose> pose;
    std::string problem;  ///< reason why the pose cannot be home; empty if it can
};

/// Finds the pose by Newton's method (rods.h). It starts from level platforms above the base, some of them turned about
/// z, and from tilted ones. It considers only poses with the platform above the base. It returns the pose nearest to
/// level and, among equals, the one turned least. It uses only the joints and legs of the machine.
MidPose mid_pose(const Machine& machine);

}  // namespace hexscan
