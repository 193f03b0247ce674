#pragma once

#include <string>

#include "src/scan/platform.h"
#include "src/scan/searches/region.h"

namespace hexscan {

/// The steps of x and y where both are found.
enum class FoundSteps {
    as_counted,  ///< each axis has the points that were asked for
    equal        ///< nobody asked: the longer axis keeps its points, the other one has the same step
};

/// Gives ends to the ranges of the platform's scan that have none: the bounding box of what the machine reaches at the
/// scan's orientation (of a total workspace at a few extremes of the set, of an inclusive one at any of it) within the
/// ranges that are given. It is found by branch and bound (reach.h, set_bound.h), so that no part of the workspace is
/// missed, to a fraction of a cell, or less closely where a dense set would take too long. It is a cell wider on every
/// side and rounded outward to three digits; equal steps widen the shorter of x and y to a whole number of them. An
/// axis of a single point goes through home, or through the middle. The ranges are on home's side of the base where
/// there is a home. Returns what was found, in words and in the file's units; empty if nothing was open. Throws
/// InputError where nothing is reachable. Calls `end_if_given_up` (src/scan/plan.h) on the way.
std::string find_open_ranges(
    Platform& platform, FoundSteps steps = FoundSteps::as_counted, void (*end_if_given_up)() = [] {});

/// Of a scan whose ranges were found from a machine without home: which share of what is reachable lies below the base,
/// and how to leave it out; empty if none does.
std::string both_sides_warning(const Platform& platform);

/// What home's side of the base leaves of positions at the scan's orientations, where that is a range of a coordinate.
PositionBox home_side_of(const Platform& platform);

}  // namespace hexscan
