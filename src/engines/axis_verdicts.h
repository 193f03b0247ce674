#pragma once

#include <vector>

#include "src/scan/plan.h"

namespace hexscan {

/// For each slice, whether its point on the z axis is in the plan's workspace. This point need not be a grid point.
struct AxisVerdicts {
    std::vector<bool> reachable;
    std::vector<bool> proved;  ///< for a certified plan; otherwise empty
};

/// The verdicts of the points on the z axis, one per slice, as if they were grid points.
AxisVerdicts axis_verdicts(const ScanPlan& plan);

}  // namespace hexscan
