#pragma once

#include "kernels/scan_geometry.h"
#include "src/scan_plan.h"
#include "src/workspace.h"

namespace hexscan {

/// Double-precision verdicts of the whole plan, point by point, with no closed form involved:
/// what every engine is verified against. Runs on all cores.
Workspace scan_reference(const ScanPlan& plan);

/// Appends one row of the plan to `out`, asking the reference test at every point. The closed-form engines
/// use it for rows whose ends lie too near a grid point to be decided by algebra.
void append_reference_row(const ScanPlan& plan, int row, int slice, WorkspaceSlice& out);

/// Signed margin (kinematics.h) of one grid point of the plan.
double grid_margin(const ScanPlan& plan, int column, int row, int slice);

}  // namespace hexscan
