#pragma once

#include <string>

#include "src/sweep/sweep_file/study.h"

namespace hexscan {

/// Gives ends to the ranges of the study's scan that have none, the same for all machines: what the nominal machine,
/// the corners of what is varied and some machines spread over the whole study reach together, a little wider. A
/// machine that reaches farther is marked as cut off. Returns what was found, in words; empty if nothing was open.
/// Also makes the study's identity, which the ranges are part of. Throws InputError where none of them reaches
/// anything.
std::string close_study(SweepStudy& study);

}  // namespace hexscan
