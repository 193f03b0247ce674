#pragma once

#include <string>

#include "src/machine/rotation.h"
#include "src/machine/units.h"

/// What is asked of a machine: a grid of positions and the orientation they are taken in. A request knows no machine.
namespace hexscan {

/// Points on one axis at most.
inline constexpr int max_axis_points = 1 << 24;

/// One axis of the grid: `count` points from `from_m` to `to_m`, both ends included.
struct ScanRange {
    double from_m = 0, to_m = 0;
    int count = 1;
    bool open = false;  ///< the ends are not given: they are found from the machine
    bool operator==(const ScanRange&) const = default;
};

/// The scan that a file or a command line asks for. What is not asked for has the built-in case study's density.
struct ScanRequest {
    Orientation orientation;
    ScanRange x{0, 0, 1000, true}, y{0, 0, 1000, true}, z{0, 0, 350, true};
    bool operator==(const ScanRequest&) const = default;
};

/// Checks one axis (finite, from <= to, at least one point, several points only on a range that has length, a
/// count the machine can index). Returns what is wrong and what is allowed, in the given units, or an empty string.
/// Shared by files and command line.
std::string scan_range_problem(const ScanRange& range, const Units& units);

/// Checks that all points of a request whose axes are right can be indexed. Returns what is wrong and what is
/// allowed, or an empty string.
std::string scan_size_problem(const ScanRequest& request);

}  // namespace hexscan
