#pragma once

#include <array>
#include <vector>

#include "kernels/sets/orientation_set.h"
#include "src/machine/machine.h"

/// What a joint of any sort allows are the vectors within a few cones (src/machine/legs/leg_joint.h), and one of them
/// is a joint that tilts. So a telescopic leg keeps what a few telescopic legs keep whose joints tilt: each has the
/// stroke and at either end one of the cones, or no limit where there are fewer of them.
namespace hexscan {

/// The machine's legs as such legs, as many times six as a joint has cones at most: at least once.
std::vector<std::array<FreeLeg, leg_count>> telescope_parts(const Machine& machine);

/// Those of one leg, at an orientation and as its leg vector sees them: without an offset.
std::vector<Leg<double>> parts_of_telescope(const Machine& machine, std::size_t leg, const Rotation& turned);

}  // namespace hexscan
