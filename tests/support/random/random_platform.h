#pragma once

#include <cstdint>

#include "src/scan/platform.h"

/// Seeded random hexapods for property tests. A third has angles in the order xyz. The same seed gives the same
/// platform on every machine, because the numbers come directly from std::mt19937_64. The standard fixes its output,
/// but not that of its distributions.
namespace hexscan_test {

/// Real-valued coordinates at several scales and any orientation. Axes are up, towards home or arbitrary. Strokes and
/// tilt limits are of every kind (narrow, usual, exactly 90 degrees, wide, 180 degrees, none; per leg or shared). Grids
/// are small and awkward, with at most about 3000 points and sometimes a single point per axis. Most scans contain both
/// reachable and unreachable points.
hexscan::Platform random_platform(std::uint64_t seed);

/// Degenerate cases on purpose. Joints and grid are integers, orientations are quarter turns, and axes are along
/// coordinate axes and diagonals. Limits are 30, 45, 60, 90, 120 or 135 degrees, and stroke limits are square roots of
/// integers. Many grid points lie on limits. Rows pass through cone apexes, and run along or parallel to a cone's
/// generators.
hexscan::Platform integer_platform(std::uint64_t seed);

/// The machine, its home and its grid, translated.
hexscan::Platform moved(hexscan::Platform platform, hexscan::Vector by_m);

}  // namespace hexscan_test
