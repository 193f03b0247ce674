#pragma once

#include "kernels/rows/row_solver.h"
#include "src/scan/plan.h"

namespace hexscan {

/// Upper bound on the length of a vector from the origin to a point of the grid plus `offset_m`.
double longest_vector_m(const ScanGrid& grid, const Vector& offset_m);

/// Upper bound on a leg's length on the grid, and on the sums of magnitudes that occur when its components are
/// computed.
double longest_leg_vector_m(const ScanGrid& grid, const Leg<double>& leg);

/// Prepares a plan for the closed-form row solver. The result contains, for each leg and joint, the constants that all
/// rows use, and bounds on rounding for the whole grid.
RowGeometry make_row_geometry(const OrientedPlan& plan);

/// True if narrow segments can hold the runs of every row and single precision suffices for the roots. Almost every
/// plan is narrow. The others have very many or very dense columns, or limits beyond 90 degrees, whose cones cut more
/// holes.
bool is_narrow(const RowGeometry& geometry);

/// The geometry without those joint limits that can never be violated, because the leg's other joint limit is stricter.
RowGeometry without_implied_limits(RowGeometry geometry);

/// The slices [first, last] that contain all rows on which some leg comes near its shortest length; an empty range if
/// there is none.
ColumnRange slices_with_holes(const RowGeometry& geometry);

}  // namespace hexscan
