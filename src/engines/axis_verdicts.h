#pragma once

#include <vector>

#include "src/scan/plan.h"

namespace hexscan {

/// Whether the z axis, which need not run through grid points, lies in a plan's workspace: a verdict per slice.
struct AxisVerdicts {
    std::vector<bool> reachable;
    std::vector<bool> proved;  ///< of a certified plan; empty elsewhere
};

/// Of every slice of the plan, with the verdicts that grid points there would have.
AxisVerdicts axis_verdicts(const ScanPlan& plan);

}  // namespace hexscan
