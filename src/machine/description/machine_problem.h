#pragma once

#include <string>

#include "src/machine/machine.h"

namespace hexscan {

/// The reason why a machine is invalid, however it was built; empty if it is valid. For example, coordinates and
/// lengths must be finite and within max_extent_m, axes must be unit vectors, and tilt limits must be in (0, pi] or
/// infinite. The reader of machine files makes such checks too and also reports line numbers.
std::string machine_problem(const Machine& machine);

}  // namespace hexscan
