#pragma once

#include <optional>

#include "src/base/effort.h"
#include "src/machine/machine.h"
#include "src/scan/plan.h"

namespace hexscan {

/// A ball of positions that are all reachable at the same orientations.
struct ReachableBall {
    Vector centre_m;
    double radius_m;       ///< the clearance of its centre
    double at_most_m;      ///< proved: no such ball is larger
    bool gave_up = false;  ///< the search ended after tuning::ball_boxes, or ball_by_clearance_boxes, times the effort
};

/// The largest ball around a centre in the plan's ranges; the centre can lie between grid points. For a set, all
/// positions in the ball are reachable at every orientation, for either workspace. Nullopt if none is found.
///
/// Method: branch and bound over boxes of centres. In a box no weighted mean of limits' clearances is less than the
/// least of them, so that a mean whose slopes cancel bounds it to the second order of its size (Lagrangian duality:
/// Boyd, Vandenberghe, Convex Optimization, ch. 5). The search ends with a bound that lies above the ball by no more
/// than tuning::ball_tolerance of the longest leg, or where the limits leave room for too many boxes.
std::optional<ReachableBall> largest_ball(const Machine& machine, const ScanPlan& plan, Effort effort = {});

}  // namespace hexscan
