#pragma once

#include "kernels/rows/row_solver.h"
#include "src/scan/plan.h"

namespace hexscan {

/// A vector from the origin to a point of the grid, and then so much on, is nowhere longer.
double longest_vector_m(const ScanGrid& grid, const Vector& offset_m);

/// A leg is nowhere on the grid longer than this, nor are the sums of magnitudes that its components are computed from.
double longest_leg_vector_m(const ScanGrid& grid, const Leg<double>& leg);

/// Prepares a plan for the closed-form row solver: per leg and joint what is constant for all rows, and
/// bounds on rounding for the whole grid.
RowGeometry make_row_geometry(const OrientedPlan& plan);

}  // namespace hexscan
