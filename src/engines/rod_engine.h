#pragma once

#include "src/engines/host_engine.h"

namespace hexscan {

/// Answers a plan of legs with rods on all cores: the workspace in closed form where the engine below supports the
/// plan, else by clearance (lipschitz_rows.h), and maps by their definition. Every verdict equals the double-precision
/// reference.
ScanResult scan_rods(const ScanPlan& plan);

/// Scans plans of legs with rods row by row in closed form, of one orientation and total workspaces (cpu_slider_rows.h,
/// rod_row_solver.h), and of telescopic legs with other joints than those that tilt (telescope_parts.h).
const Engine& rod_engine();

}  // namespace hexscan
