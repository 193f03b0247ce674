#pragma once

#include <string>

#include "src/machine/machine.h"

namespace hexscan {

/// The reason why a machine is invalid, whoever built it; empty if it is valid. Coordinates and lengths must be finite
/// and within max_extent_m, strokes must have a positive length, axes must be unit vectors, and tilt limits must be in
/// (0, pi]. The reader of platform files checks the same, but also knows the lines.
std::string machine_problem(const Machine& machine);

}  // namespace hexscan
