#pragma once

#include "kernels/rows/row_solver.h"
#include "src/scan/plan.h"

namespace hexscan {

/// Upper bound on the length of a vector from the origin to a point of the grid plus `offset_m`.
double longest_vector_m(const ScanGrid& grid, const Vector& offset_m);

/// Upper bound on a leg's length on the grid, and on the sums of magnitudes that occur when its components are
/// computed.
double longest_leg_vector_m(const ScanGrid& grid, const Leg<double>& leg);

/// Upper bound on the rounding error of a telescopic leg's clearance. A clearance of larger magnitude has the sign of
/// the reference's verdict. Let E be the longest leg vector on the grid. The unit roundoff u is 2^-53. A leg has the
/// vector l and the length L. A joint has the axis n, and c is the cosine of its largest tilt.
///   - The reference takes the sign of a difference of two squares S: L^2 - Lmin^2, Lmax^2 - L^2 or d|d| - s L^2 with s
///     = c|c|. A component of l has an error of u E, L^2 one of 6 u E^2. The error of d = n . l is 4 u E, plus that of
///     the axis' length, which is 1 to within 16 u. Together S has an error of less than 64 u E^2.
///   - |clearance|^2 <= 2 |S| holds for lengths, because (L - Lmin)^2 <= |L - Lmin| (L + Lmin). It holds for joints
///     with tilt t and limit m on one side of 90 degrees: |S| = L^2 |sin(m - t)| sin(m + t), and sin(m + t) >= sin|m -
///     t|. If t and m are on different sides, let a and b be their distances from 90 degrees. Then |S| = L^2 (sin^2 a +
///     sin^2 b), and the clearance is L sin(a + b) <= L (sin a + sin b). If a + b exceeds 90 degrees, the clearance is
///     L, sin b >= cos a and |S| >= L^2. So the reference's verdict is the clearance's sign if |clearance| > sqrt(128
///     u) E.
///   - The clearance is computed from |n x l|^2 = L^2 - d^2. This has an error of less than 49 u E^2 with the axis'
///     length, and |n x l| one of 7 sqrt(u) E. All other roundings, those of the columns' coordinates included, are a
///     few u E. The limits come from the squares that the reference compares with, so they agree to within u. If a
///     limit is longer than 2 E, the clearance is at least E, and u times that limit does not matter.
/// The sum is less than 19 sqrt(u) E; sqrt(512 u) leaves a margin. Records may have axes n that are less exact. If
/// |n|^2 differs from 1 by e, S has a further error of e E^2 and |n x l| one of sqrt(e) E. Together they add less than
/// 4 sqrt(e) E.
double clearance_doubt_m(const ScanGrid& grid, const Leg<double>& leg);

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
