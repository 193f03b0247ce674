#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Scans a plan of one orientation on all cores, row by row in closed form (cpu_rows.h).
Workspace scan_on_cpu(const OrientedPlan& plan);

/// scan_on_cpu() as an Engine.
const Engine& cpu_engine();

}  // namespace hexscan
