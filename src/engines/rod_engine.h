#pragma once

#include "src/engines/host_engine.h"

namespace hexscan {

/// Answers a plan of legs with rods on all cores. Computes the workspace in closed form if the engine below supports
/// the plan, else by clearance (lipschitz_rows.h). Maps are computed by their definition. Every verdict equals the
/// double-precision reference.
ScanResult scan_rods(const ScanPlan& plan);

/// Scans plans of legs with rods row by row in closed form, for one orientation and for total workspaces
/// (cpu_slider_rows.h, rod_row_solver.h). Also supports telescopic legs whose joints have other limits than a tilt
/// (telescope_parts.h).
const Engine& rod_engine();

}  // namespace hexscan
