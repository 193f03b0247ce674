#pragma once

#include <optional>

#include "src/base/effort.h"
#include "src/machine/machine.h"
#include "src/scan/plan.h"

namespace hexscan {

/// A ball whose positions are all reachable, each at the same orientations.
struct ReachableBall {
    Vector centre_m;
    double radius_m;       ///< the clearance of its centre
    double at_most_m;      ///< proved upper bound on the radius of any such ball
    bool gave_up = false;  ///< True if the search ended because it had halved its largest number of boxes:
                           ///< tuning::ball_boxes or ball_by_clearance_boxes, multiplied by the effort.
};

/// The largest ball whose centre is in the plan's ranges. The centre can lie between grid points. For a set, all
/// positions in the ball are reachable at every orientation, whether the workspace is total or inclusive. Returns
/// nullopt if none is found.
///
/// Method: branch and bound over boxes of centres. Any weighted mean of the limits' clearances is an upper bound on the
/// smallest of them. If the weighted slopes cancel each other, the mean bounds a box to second order in the box's size
/// (Lagrangian duality: Boyd, Vandenberghe, Convex Optimization, ch. 5). The search ends when the bound exceeds the
/// ball's radius by at most tuning::ball_tolerance of the longest leg. It gives up after too many boxes. Plans without
/// a closed form use ball_by_clearance().
std::optional<ReachableBall> largest_ball(const Machine& machine, const ScanPlan& plan, Effort effort = {});

}  // namespace hexscan
