#pragma once

#include <string>

#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// Gives ends to the ranges of the sweep's scan that have none, the same for all machines: what the nominal machine,
/// the corners of what is varied and some machines spread over the whole sweep reach together, a little wider. A
/// machine that reaches farther is marked as cut off. Returns what was found, in words; empty if nothing was open.
/// Also makes the sweep's identity, which the ranges are part of. Throws InputError where none of them reaches
/// anything.
std::string close_sweep(SweepFile& sweep);

}  // namespace hexscan
