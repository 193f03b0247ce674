#pragma once

#include "kernels/row_solver.h"
#include "src/scan/plan.h"

namespace hexscan {

/// Prepares a plan for the closed-form row solver: per leg and joint what is constant for all rows, and
/// bounds on rounding for the whole grid.
RowGeometry make_row_geometry(const ScanPlan& plan);

}  // namespace hexscan
