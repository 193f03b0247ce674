#pragma once

#include <array>
#include <vector>

#include "kernels/sets/orientation_set.h"
#include "src/machine/machine.h"

/// Splits telescopic legs with joints of any sort into legs with tilting joints. The vectors that a joint allows are
/// the intersection of a few cones (src/machine/legs/leg_joint.h), and each cone is a tilting joint. So a telescopic
/// leg is equivalent to a few telescopic legs that must all satisfy their limits. Each of these legs has the stroke
/// and, at either end, one of the cones. An end with fewer cones has no limit in the remaining legs.
namespace hexscan {

/// The equivalent legs of a machine: one set of six for each cone of the joint with the most cones, and at least one
/// set.
std::vector<std::array<FreeLeg, leg_count>> telescope_parts(const Machine& machine);

/// The equivalent legs of one leg at an orientation. They take a leg vector, so their offset is 0.
std::vector<Leg<double>> parts_of_telescope(const Machine& machine, std::size_t leg, const Rotation& turned);

}  // namespace hexscan
