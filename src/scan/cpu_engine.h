#pragma once

#include "src/scan/engine.h"

namespace hexscan {

/// Scans the plan in closed form (kernels/row_solver.h) on all cores, several rows per vector
/// instruction. Every verdict equals the double-precision reference.
Workspace scan_on_cpu(const ScanPlan& plan);

/// The same behind the interface that all engines share.
const Engine& cpu_engine();

}  // namespace hexscan
