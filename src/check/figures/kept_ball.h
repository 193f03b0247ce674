#pragma once

#include <optional>

#include "src/scan/searches/largest_ball.h"

namespace hexscan {

/// The largest ball of reachable positions, like largest_ball(). If legs share limits and the plan has one given
/// orientation, the radius is the distance to the nearest violated position (kept_distance.h). For other plans of such
/// machines, and for machines without kernels, the radius is a lower bound.
std::optional<ReachableBall> largest_kept_ball(const Machine& machine, const ScanPlan& plan,
                                               const Orientation& orientation, Effort effort = {});

}  // namespace hexscan
