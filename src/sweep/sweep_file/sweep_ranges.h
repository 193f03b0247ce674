#pragma once

#include <string>

#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// Sets the ends of the open ranges of the sweep's scan, the same for all machines. The ranges enclose what the nominal
/// machine reaches, what the corners of the varied ranges reach, and what some machines spread over the sweep reach,
/// with a margin. Machines that reach farther are marked as cut off. Also sets the sweep's identity, which depends on
/// the ranges. Returns the found ranges in words, or an empty text if none was open. Throws InputError if none of these
/// machines reaches anything.
std::string close_sweep(SweepFile& sweep);

}  // namespace hexscan
