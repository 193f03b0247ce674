#pragma once

#include <cstdint>
#include <vector>

#include "src/scan/platform.h"

/// Seeded random sets of orientations, and their members as single orientations for the oracle.
namespace hexscan_test {

/// Gives a platform the workspace `kind` and a set around its present orientation. Sets are ranges or a cone, wide or
/// narrow, with one to about two hundred orientations.
void add_random_set(std::uint64_t seed, hexscan::WorkspaceKind kind, hexscan::Platform& platform);

/// Every orientation of the set as roll, pitch and yaw. Those of a cone follow from its definition: rotation by the
/// ring's angle about the horizontal axis perpendicular to the direction, after Rz(yaw).
std::vector<hexscan::Orientation> members(const hexscan::OrientationSet& set);

/// The platform at one orientation, without a set.
hexscan::Platform at(const hexscan::Platform& platform, const hexscan::Orientation& orientation);

}  // namespace hexscan_test
