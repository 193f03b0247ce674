#pragma once

#include <string>

#include "src/scan/platform.h"

namespace hexscan {

/// Gives ends to the ranges of the platform's scan that have none: the bounding box of what the machine reaches at the
/// scan's orientation within the ranges that are given, found to a fraction of a cell by branch and bound over clearances
/// (kernels/clearance.h: a point with a violation of v has no reachable point nearer than v, so no part of the workspace
/// is missed), a cell wider on every side and rounded outward to three digits. An axis of a single point goes through
/// home, or through the middle. Returns what was found, in words and in the file's units; empty if nothing was open.
/// Throws InputError where nothing is reachable.
std::string find_open_ranges(Platform& platform);

}  // namespace hexscan
