#pragma once

#include <optional>

#include "src/scan/searches/largest_ball.h"

namespace hexscan {

/// The largest ball of a plan whose legs have rods or share limits, from clearances alone: where they are exact it is
/// the largest to tuning::ball_by_clearance_tolerance, else as large as they can show.
std::optional<ReachableBall> ball_by_clearance(const Machine& machine, const ScanPlan& plan, Effort effort);

}  // namespace hexscan
