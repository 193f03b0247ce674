#pragma once

#include <optional>

#include "src/scan/searches/largest_ball.h"

namespace hexscan {

/// The result of largest_ball(). If legs share limits and the plan has one orientation, which is given, the radius is
/// the distance to the nearest violated position (kept_distance.h). For other plans of such machines, and for legs
/// without kernels, it stays a lower bound.
std::optional<ReachableBall> largest_kept_ball(const Machine& machine, const ScanPlan& plan,
                                               const Orientation& orientation, Effort effort = {});

}  // namespace hexscan
