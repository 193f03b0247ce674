#pragma once

#include <vector>

#include "kernels/scan_geometry.h"
#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"

/// Double-precision verdicts of a plan of one orientation, computed point by point without closed forms. Every engine
/// is verified against them.
namespace hexscan {

/// The x coordinates of the grid's columns, in metres.
std::vector<double> column_coordinates(const ScanGrid& grid);

/// Appends one row of the plan to `out`, testing every point; `x_m` are the plan's column_coordinates(). The
/// closed-form engines use this function for rows in which rounding could change a closed form's verdict.
void append_reference_row(const OrientedPlan& plan, const std::vector<double>& x_m, int row, int slice,
                          WorkspaceSlice& out);

/// Appends rows [first, end) of a slice, testing every point.
void append_reference_rows(const OrientedPlan& plan, const std::vector<double>& x_m, int slice, int first, int end,
                           WorkspaceSlice& out);

/// Signed margin (kinematics.h) of the plan at one grid point.
double grid_margin(const OrientedPlan& plan, int column, int row, int slice);

}  // namespace hexscan
