#pragma once

#include "kernels/rows/row_solver.h"
#include "src/scan/plan.h"

namespace hexscan {

/// Upper bound on the length of a vector from the origin to a point of the grid plus `offset_m`.
double longest_vector_m(const ScanGrid& grid, const Vector& offset_m);

/// Upper bound on a leg's length on the grid, and on the sums of magnitudes from which its components are computed.
double longest_leg_vector_m(const ScanGrid& grid, const Leg<double>& leg);

/// Prepares a plan for the closed-form row solver. The result has the constants of all rows for each leg and joint, and
/// bounds on rounding for the whole grid.
RowGeometry make_row_geometry(const OrientedPlan& plan);

}  // namespace hexscan
