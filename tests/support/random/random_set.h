#pragma once

#include <cstdint>
#include <vector>

#include "src/scan/platform.h"

/// Seeded random sets of orientations, and their members as the oracle asks them: one orientation at a time.
namespace hexscan_test {

/// Gives a platform a set: ranges or a cone, wide and narrow, from a single orientation to some two hundred, around the
/// orientation that it has; and the workspace `kind`.
void add_random_set(std::uint64_t seed, hexscan::WorkspaceKind kind, hexscan::Platform& platform);

/// Every orientation of the set as roll, pitch and yaw. Those of a cone are worked out from its definition: turn by the
/// ring's angle about the horizontal axis perpendicular to the direction, after Rz(yaw).
std::vector<hexscan::Orientation> members(const hexscan::OrientationSet& set);

/// The platform at one orientation and with no set.
hexscan::Platform at(const hexscan::Platform& platform, const hexscan::Orientation& orientation);

}  // namespace hexscan_test
