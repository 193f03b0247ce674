#pragma once

#include <vector>

#include "src/scan/plan.h"

namespace hexscan {

/// For each slice, whether the z axis lies in the plan's workspace. The axis need not run through grid points.
struct AxisVerdicts {
    std::vector<bool> reachable;
    std::vector<bool> proved;  ///< of a certified plan; else empty
};

/// Verdicts of every slice, as a grid point on the z axis would get them.
AxisVerdicts axis_verdicts(const ScanPlan& plan);

}  // namespace hexscan
