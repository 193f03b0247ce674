#pragma once

#include <cstddef>
#include <vector>

#include "src/machine/machine.h"
#include "src/machine/surfaces/cone_bounds.h"

namespace hexscan {

/// The cones within which a joint keeps its leg or rod (src/machine/legs/leg_joint.h), in the frame of the joint's
/// side. The intervals contain the values that the machine's doubles mean. Empty if the joint limits nothing.
std::vector<ConeBounds> joint_bounds(const JointSet& joints, std::size_t leg);

}  // namespace hexscan
