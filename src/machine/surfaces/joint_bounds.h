#pragma once

#include <cstddef>
#include <vector>

#include "src/machine/machine.h"
#include "src/machine/surfaces/cone_bounds.h"

namespace hexscan {

/// The cones that a joint keeps its leg, or rod, in (src/machine/legs/leg_joint.h), in intervals around what the
/// machine's doubles mean; as the joint's side sees them. None of a joint that limits nothing.
std::vector<ConeBounds> joint_bounds(const JointSet& joints, std::size_t leg);

}  // namespace hexscan
