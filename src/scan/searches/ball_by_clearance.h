#pragma once

#include <optional>

#include "src/scan/searches/largest_ball.h"

namespace hexscan {

/// The largest ball for a plan whose legs have rods or share limits, computed from clearances alone. If clearances are
/// exact, the ball is the largest one up to tuning::ball_by_clearance_tolerance. If they are lower bounds, a larger
/// ball may exist.
std::optional<ReachableBall> ball_by_clearance(const Machine& machine, const ScanPlan& plan, Effort effort);

}  // namespace hexscan
