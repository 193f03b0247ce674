#pragma once

#include <string>

#include "src/scan/platform.h"
#include "src/scan/searches/reach.h"
#include "src/scan/searches/region.h"

namespace hexscan {

/// The steps along x and y if the ranges of both are found.
enum class FoundSteps {
    as_counted,  ///< each axis has the requested number of points
    equal        ///< no number of points was requested: the longer axis keeps its number, and the other axis gets the
                 ///< same step
};

/// Sets those ends of the scan's ranges that the file leaves open. The ranges then enclose what the machine reaches
/// within the given ranges at the scan's orientation. For an inclusive workspace, any orientation of the set suffices.
/// For a total one, a few extreme orientations of the set must all reach the position.
///
/// Branch and bound (reach.h, set_bound.h) finds the ends, so they leave out no part of the workspace. They are exact
/// to a fraction of a cell, or less exact if a dense set would take too long. Then each range is widened by a cell on
/// both sides and rounded outward to three digits. For equal steps, the shorter of x and y is widened to a whole number
/// of steps. An axis of a single point goes through home, or through the middle if there is no home. With a home, the
/// ranges stay on home's side of the base.
///
/// Returns the found ranges as text in the file's units; empty if no range was open. Throws InputError if nothing is
/// reachable. Calls `end_if_given_up` (src/scan/plan.h) regularly. The search discards boxes for which `holds_nothing`
/// returns true.
std::string find_open_ranges(
    Platform& platform, FoundSteps steps = FoundSteps::as_counted, void (*end_if_given_up)() = [] {},
    const IsUnreachable& holds_nothing = {});

/// Warns about a scan whose ranges were found for a machine without a home. The text says which share of the reachable
/// points is below the base, and how to exclude them. It is empty if there are none, or if the machine has a home.
std::string both_sides_warning(const Platform& platform);

/// A box that contains home's side of the base, at the scan's orientations. It bounds a coordinate only if the base's
/// normal is along that axis.
PositionBox home_side_of(const Platform& platform);

}  // namespace hexscan
