#pragma once

#include <array>
#include <vector>

#include "kernels/sets/orientation_set.h"
#include "src/machine/machine.h"

/// The vectors that a joint of any sort allows lie within a few cones (src/machine/legs/leg_joint.h). Each cone is a
/// joint that tilts. So a telescopic leg is equivalent to a few telescopic legs with joints that tilt. Each has the
/// stroke, and at either end one of the cones, or no limit if there are fewer.
namespace hexscan {

/// The machine's legs as such legs: one set of six for each cone of the joint with most cones, at least one set.
std::vector<std::array<FreeLeg, leg_count>> telescope_parts(const Machine& machine);

/// The parts of one leg at an orientation, for its leg vector, that is, without an offset.
std::vector<Leg<double>> parts_of_telescope(const Machine& machine, std::size_t leg, const Rotation& turned);

}  // namespace hexscan
