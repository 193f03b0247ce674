#pragma once

#include <cstdint>

#include "src/scan/platform.h"

/// Seeded random hexapods for property tests, a third of them with angles in the order xyz. The same seed gives the
/// same platform on every machine: the numbers come straight from std::mt19937_64, whose output the standard fixes, not
/// from its distributions.
namespace hexscan_test {

/// Real-valued coordinates at several scales, any orientation, axes up, towards home or arbitrary, stroke and
/// tilt limits of every kind (narrow, usual, exactly 90 degrees, wide, 180 degrees, none; per leg or shared),
/// and small awkward grids (at most about 3000 points, single-point axes included). Most scans contain
/// reachable and unreachable points; some contain only one kind.
hexscan::Platform random_platform(std::uint64_t seed);

/// The degenerate cases on purpose: integer joints and grid, quarter-turn orientations, axes along coordinate
/// axes and diagonals, limits of 30, 45, 60, 90, 120 or 135 degrees, and stroke limits that are square roots
/// of integers. Many grid points lie on limits, rows pass through cone apexes, and rows run along or parallel
/// to a cone's generators.
hexscan::Platform integer_platform(std::uint64_t seed);

/// The machine, its home and its grid elsewhere.
hexscan::Platform moved(hexscan::Platform platform, hexscan::Vector by_m);

}  // namespace hexscan_test
