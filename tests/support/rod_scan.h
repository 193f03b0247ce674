#pragma once

#include <cstdint>

#include "src/scan/platform.h"
#include "tests/support/random/random_leg_machines.h"

namespace hexscan_test {

/// A random machine of a kind (random_leg_machines.h) with a grid about its home. An integer machine has grid points at
/// integers and halves.
hexscan::Platform scan_about_home(const RandomLegMachine& random, int columns, int rows, int slices);

/// Integer machines, machines with edges and real-valued ones in turn, at their home's orientation, on dense and coarse
/// grids.
hexscan::Platform any_rod_scan(leg_oracle::Kind kind, std::uint64_t seed);

/// Requests a total workspace of a small set of angles about the scan's orientation, or of tilts.
void ask_for_any_set(hexscan::Platform& platform, std::uint64_t seed);

/// A total workspace of the same machines over small sets of angles and of tilts. Most have no joint limits, because
/// only such legs have bounds over cells.
hexscan::Platform any_rod_set_scan(leg_oracle::Kind kind, std::uint64_t seed);

/// Level sliders with limited joints whose axes are their rails, many along small integers. Any component of such an
/// axis beside the rail is rounding.
hexscan::Platform scan_of_joints_along_rails(std::uint64_t seed);

RandomLegMachine any_leg_machine(leg_oracle::Kind kind, std::uint64_t seed);

}  // namespace hexscan_test
