#pragma once

#include "src/options.h"

namespace hexscan {

/// Prints the occupancy model of every stage and its plots; needs no device. Returns the exit code.
/// Throws UsageError.
int occupancy_command(const Options& options);

}  // namespace hexscan
