#pragma once

#include <vector>

#include "kernels/scan_geometry.h"
#include "src/scan/engine.h"

namespace hexscan {

/// Double-precision verdicts of a plan of one orientation, point by point, with no closed form involved: what every
/// engine is verified against. Runs on all cores.
Workspace scan_reference(const OrientedPlan& plan);

/// The same as an engine, which supports every plan: a new kind of machine or question is right before it is fast.
const Engine& reference_engine();

/// The x coordinates of the grid's columns, in metres.
std::vector<double> column_coordinates(const ScanGrid& grid);

/// Appends one row of the plan to `out`, asking the reference test at every point; `x_m` are the plan's
/// column_coordinates(). The closed-form engines use it for rows that only graze a limit.
void append_reference_row(const OrientedPlan& plan, const std::vector<double>& x_m, int row, int slice,
                          WorkspaceSlice& out);

/// Signed margin (kinematics.h) of one grid point of the plan.
double grid_margin(const OrientedPlan& plan, int column, int row, int slice);

}  // namespace hexscan
