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

/// True if a row's runs fit into narrow segments and its roots may be computed in float. Almost every plan is narrow.
/// The others have very many or very dense columns, or limits beyond 90 degrees, whose cones cut more holes.
bool is_narrow(const RowGeometry& geometry);

/// The geometry without the joint limits that are kept anyway, because the leg's other joint limit is stricter.
RowGeometry without_implied_limits(RowGeometry geometry);

/// The slices [first, last] outside which no row comes near a shortest length; an empty range if none does.
ColumnRange slices_with_holes(const RowGeometry& geometry);

}  // namespace hexscan
