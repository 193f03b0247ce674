#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Scans a plan of one orientation on all cores, row by row in closed form (cpu_rows.h).
Workspace scan_on_cpu(const OrientedPlan& plan);

/// The same behind the interface that all engines share.
const Engine& cpu_engine();

}  // namespace hexscan
