#pragma once

#include "src/scan_plan.h"
#include "src/stage.h"
#include "src/workspace.h"

namespace hexscan {

/// Scans the plan in closed form (kernels/row_solver.h) on all cores, several rows per vector
/// instruction. Every verdict equals the double-precision reference. Throws Interrupted.
Workspace scan_on_cpu(const ScanPlan& plan);

/// The same behind the interface that all engines share.
const Engine& cpu_engine();

}  // namespace hexscan
