#pragma once

#include <optional>
#include <string>

#include "src/scan/platform.h"
#include "src/scan/region.h"

namespace hexscan {

/// Gives ends to the ranges of the platform's scan that have none: the bounding box of what the machine reaches at the
/// scan's orientation (of a total workspace at a few extremes of the set, of an inclusive one at any of it) within the ranges that are
/// given, found by branch and bound over positions and orientations (kernels/clearance.h: a point with a violation of v has no
/// reachable point nearer than v, so no part of the workspace is missed) to a fraction of a cell, or less closely where a dense set
/// would take too long; a cell wider on every side and rounded outward to three digits. An axis of a single point goes through
/// home, or through the middle. The ranges are on home's side of the base where there is a home. Returns what was found, in words and in the file's units; empty if nothing was open.
/// Throws InputError where nothing is reachable.
std::string find_open_ranges(Platform& platform);

/// Of a scan whose ranges were found from a machine without home: which share of what is reachable lies below the base, and how to
/// leave it out; empty if none does.
std::string both_sides_warning(const Platform& platform);

/// What home's side of the base leaves of positions at the scan's orientations, where that is a range of a coordinate.
PositionBox home_side_of(const Platform& platform);

/// The bounding box of what of `within` a machine reaches at an orientation: proved to leave out nothing, and wider on no
/// side by more than `tolerance` of the box that the longest legs leave unless that takes more than `most_steps` for the
/// side. On home's side of the base where there is a home. Nothing where no position is reachable there.
std::optional<PositionBox> reachable_box(const Machine& machine, const Orientation& orientation,
                                         const PositionBox& within, double tolerance, int most_steps);

/// Whether anything is reachable at an orientation.
enum class Reach { something, nothing, undecided };

/// Looks where the clearance can be largest first; undecided after so many steps.
Reach reach_of(const Machine& machine, const Orientation& orientation, int most_steps = 200'000);

}  // namespace hexscan
