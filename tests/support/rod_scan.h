#pragma once

#include <cstdint>

#include "src/scan/platform.h"
#include "tests/support/random/random_leg_machines.h"

namespace hexscan_test {

/// A random machine of a kind (random_leg_machines.h) to be scanned about its home, an integer one at integers and
/// halves.
hexscan::Platform scan_about_home(const RandomLegMachine& random, int columns, int rows, int slices);

/// Integer machines, those with edges and real-valued ones in turn, at their home's orientation, on grids dense and
/// coarse.
hexscan::Platform any_rod_scan(leg_oracle::Kind kind, std::uint64_t seed);

/// Asks for a total workspace of a small set of angles about the scan's orientation, or of tilts.
void ask_for_any_set(hexscan::Platform& platform, std::uint64_t seed);

/// A total workspace of the same machines over small sets of angles and of tilts: mostly without limits of the joints,
/// as legs must be to have bounds over cells.
hexscan::Platform any_rod_set_scan(leg_oracle::Kind kind, std::uint64_t seed);

/// Level sliders with limited joints whose axes are their rails, many of them along small integers: what such an axis
/// has beside the rail is rounding.
hexscan::Platform scan_of_joints_along_rails(std::uint64_t seed);

RandomLegMachine any_leg_machine(leg_oracle::Kind kind, std::uint64_t seed);

}  // namespace hexscan_test
