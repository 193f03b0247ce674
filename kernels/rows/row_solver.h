#pragma once

#include <cmath>

#include "column_runs.h"
#include "kernels/host_device.h"
#include "kernels/scan_geometry.h"
#include "row_cut.h"
#include "row_noise.h"
#include "telescopic_rows.h"

/// Closed form of rows: finds the reachable columns of a grid row without visiting its points.
///
/// At fixed y and z a leg vector is l = (lx, ly, lz), and only lx varies along the row. So every surface that limits a
/// leg (kernels/surfaces/) is a quadratic in lx. Spheres of the longest length and cones of joints keep one interval.
/// Spheres of the shortest length, and cones of limits beyond 90 degrees, cut one hole. So a row is one interval minus
/// at most six holes, or eighteen if limits exceed 90 degrees.
///
/// The resulting ends are exact. The slack of a root bounds its own rounding error, plus the distance by which the
/// reference test may misplace the limit because of rounding (its `noise`). Algebra decides grid points farther than
/// the slack from every end; the reference test decides the few nearer ones. If a row only grazes a limit, the caller
/// solves it with the reference. The denser the columns, the more rows are treated as grazing, so that the slack stays
/// below a column. The result equals the reference test at every grid point.
namespace hexscan {

/// The constants for all rows, in the precision in which roots are computed.
template <class Real>
struct RowConstants {
    Real columns_per_m;
    Real slack_columns;  ///< bound of rounding and noise of any root that does not graze
};

/// The row solver's input for all rows of a scan at one orientation.
struct RowGeometry {
    ScanGeometry<double> exact;  ///< input of the reference test
    RowConstants<float> single;
    RowConstants<double> full;
    bool wide;             ///< some limit exceeds 90 degrees, so its cone cuts holes
    bool solvable;         ///< double precision suffices: its roots leave at most one column per end undecided
    bool single_suffices;  ///< single precision suffices in the same sense
    RowLeg legs[leg_count];
};

/// The largest number of holes of a row: one per leg from the shortest length, and two more per leg if limits exceed 90
/// degrees.
inline constexpr int narrow_holes = leg_count * TelescopicSurfaces::narrow_holes;
inline constexpr int wide_holes = leg_count * TelescopicSurfaces::wide_holes;
/// The largest number of runs of a row: one more than its holes.
inline constexpr int max_narrow_runs = narrow_holes + 1;
inline constexpr int max_wide_runs = wide_holes + 1;

/// Selects the constants in the requested precision.
HEXSCAN_HD_INLINE const RowConstants<float>& constants_of(const RowGeometry& rows, float) { return rows.single; }
HEXSCAN_HD_INLINE const RowConstants<double>& constants_of(const RowGeometry& rows, double) { return rows.full; }

template <class Real>
HEXSCAN_HD_INLINE RowScale<Real> row_scale(const RowGeometry& geometry, const RowLeg& leg) {
    const LegConstants<Real>& constants = constants_of(leg, Real());
    return {constants.zero_column, constants_of(geometry, Real()).columns_per_m, constants.grazing_m2};
}

/// The remaining part of a row: the columns between `low` and `high`.
template <class Real>
struct RowWindow {
    Real low, high;
    bool undecided;
};

/// A hole: the columns strictly between `low` and `high` are unreachable.
template <class Real>
struct RowHole {
    Real low, high;
};

template <class Real>
HEXSCAN_HD_INLINE RowWindow<Real> whole_row(const GridAxis<double>& x) {
    // The window extends half a column beyond the grid. The slack cannot reach a grid point from there.
    return {Real(-0.5), static_cast<Real>(x.count) - Real(0.5), false};
}

template <class Real>
HEXSCAN_HD_INLINE RowHole<Real> no_hole() {
    return {Real(far_column), Real(-far_column)};
}

/// Intersects the window with the cut. A grazing cut makes the row undecided for any window.
template <class Real>
HEXSCAN_HD_INLINE void keep(const RowCut<Real>& cut, RowWindow<Real>& window) {
    window.low = row_math::larger(window.low, cut.low);
    window.high = row_math::smaller(window.high, cut.empty ? Real(-far_column) : cut.high);
    window.undecided |= cut.undecided;
}

/// The hole between the ends of the cut. A grazing cut makes the row undecided.
template <class Real>
HEXSCAN_HD_INLINE RowHole<Real> hole_of(const RowCut<Real>& cut, RowWindow<Real>& window) {
    window.undecided |= cut.undecided;
    return {cut.empty ? Real(far_column) : cut.low, cut.high};
}

/// True if it is certain that no column remains.
template <class Real>
HEXSCAN_HD_INLINE bool is_empty(const RowWindow<Real>& window, Real slack) {
    return window.high - window.low < Real(-2) * slack;
}

/// Columns [first, last] of a row minus its holes, all in whole columns. They are valid if `decided`.
template <int hole_count>
struct RowColumns {
    int first, last;
    int hole_first[hole_count], hole_last[hole_count];
    bool decided;
    bool unbroken;  ///< true if no hole comes near: [first, last] is the only run
};

template <int hole_count>
HEXSCAN_HD_INLINE RowColumns<hole_count> empty_row() {
    RowColumns<hole_count> row;
    row.first = 0;
    row.last = -1;
    row.decided = true;
    row.unbroken = true;
    return row;
}

template <class Real>
HEXSCAN_HD_INLINE int first_column_after(Real end) {
    using std::ceil;
    return static_cast<int>(ceil(end));
}

template <class Real>
HEXSCAN_HD_INLINE int last_column_before(Real end) {
    using std::floor;
    return static_cast<int>(floor(end));
}

/// Rounds a decided window to whole columns. The reference test `reachable(column)` decides columns within the slack of
/// an end.
template <class Real, class Reachable>
HEXSCAN_HD_INLINE ColumnRange window_columns(const RowWindow<Real>& window, Real slack, Reachable reachable) {
    ColumnRange columns{first_column_after(window.low - slack), last_column_before(window.high + slack)};
    const int first_sure = first_column_after(window.low + slack);
    const int last_sure = last_column_before(window.high - slack);
    while (columns.first < first_sure && !columns.empty() && !reachable(columns.first)) ++columns.first;
    while (columns.last > last_sure && !columns.empty() && !reachable(columns.last)) --columns.last;
    return columns;
}

/// Rounds window and holes to whole columns, as window_columns() does. Near an end of a hole, a column that another
/// limit excludes may count as inside or outside the hole.
template <int hole_count, class Real, class Reachable>
HEXSCAN_HD_INLINE RowColumns<hole_count> to_columns(const RowWindow<Real>& window,
                                                    const RowHole<Real> (&holes)[hole_count], Real slack,
                                                    Reachable reachable) {
    RowColumns<hole_count> row = empty_row<hole_count>();
    row.decided = !window.undecided;
    if (window.undecided || is_empty(window, slack)) return row;
    const ColumnRange columns = window_columns(window, slack, reachable);
    row.first = columns.first;
    row.last = columns.last;
    // The end of a hole may lie far outside the window. It is moved to one column beyond it, so that it fits into an
    // int.
    const Real below = static_cast<Real>(row.first - 1);
    const Real above = static_cast<Real>(row.last + 1);
    HEXSCAN_UNROLL
    for (int h = 0; h < hole_count; ++h) {
        int& first = row.hole_first[h];
        int& last = row.hole_last[h];
        first = 0;
        last = -1;
        if (holes[h].low > above || holes[h].high < below) continue;
        row.unbroken = false;
        const Real low = row_math::larger(holes[h].low, below);
        const Real high = row_math::smaller(holes[h].high, above);
        first = first_column_after(low - slack);
        last = last_column_before(high + slack);
        const int hole_first_sure = first_column_after(low + slack);
        const int hole_last_sure = last_column_before(high - slack);
        while (first < hole_first_sure && first >= row.first && first <= row.last && reachable(first)) ++first;
        while (last > hole_last_sure && last >= row.first && last <= row.last && reachable(last)) --last;
    }
    return row;
}

/// Removes the part of the row that one surface of leg `index` excludes, or records it as a hole.
template <class Surface, int hole_count, class Real>
HEXSCAN_HD_INLINE void apply_surface(const LegOfRow<Real>& row, int index, RowWindow<Real>& window,
                                     RowHole<Real> (&holes)[hole_count]) {
    if (!Surface::is_there(row.limits, row.leg)) return;
    const RowCut<Real> cut = Surface::cut(row);
    if constexpr (Surface::side == ReachableSide::outside ||
                  (Surface::side == ReachableSide::either && hole_count == wide_holes)) {
        if (Surface::keeps_outside(row.leg)) {
            holes[leg_count * Surface::hole + index] = hole_of(cut, window);
            return;
        }
    }
    keep(cut, window);
}

/// Calls apply_surface(), and returns true if it is certain that no column remains.
template <class Surface, int hole_count, class Real>
HEXSCAN_HD_INLINE bool surface_empties_row(const LegOfRow<Real>& row, int index, Real slack, RowWindow<Real>& window,
                                           RowHole<Real> (&holes)[hole_count]) {
    apply_surface<Surface>(row, index, window, holes);
    return Surface::ends_rows && is_empty(window, slack);
}

/// Calls apply_surface() for the surfaces of leg `index`, in order. Returns true as soon as it is certain that no
/// column remains, and skips the other surfaces.
template <class... Surfaces, int hole_count, class Real>
HEXSCAN_HD_INLINE bool surfaces_empty_row(SurfaceList<Surfaces...>, const LegOfRow<Real>& row, int index, Real slack,
                                          RowWindow<Real>& window, RowHole<Real> (&holes)[hole_count]) {
    return (surface_empties_row<Surfaces>(row, index, slack, window, holes) || ...);
}

/// One leg, with its values for the row at (y, z).
template <class Real>
HEXSCAN_HD_INLINE LegOfRow<Real> leg_of_row(const RowGeometry& geometry, int index, double y_m, double z_m) {
    const Leg<double>& limits = geometry.exact.legs[index];
    const RowLeg& leg = geometry.legs[index];
    return {limits, leg, row_terms(leg, limits.offset_m, y_m, z_m), row_scale<Real>(geometry, leg)};
}

/// Solves the row at (y, z), leg by leg, and stops once no column can remain. `reachable(column)` is the reference test
/// on that row.
template <int hole_count, class Real, class Reachable>
HEXSCAN_HD_INLINE RowColumns<hole_count> solve_row(const RowGeometry& geometry, double y_m, double z_m,
                                                   Reachable reachable) {
    const Real slack = constants_of(geometry, Real()).slack_columns;
    RowWindow<Real> window = whole_row<Real>(geometry.exact.x);
    RowHole<Real> holes[hole_count];
    HEXSCAN_UNROLL
    for (int h = 0; h < hole_count; ++h) holes[h] = no_hole<Real>();
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        const LegOfRow<Real> row = leg_of_row<Real>(geometry, i, y_m, z_m);
        if (surfaces_empty_row(TelescopicSurfaces{}, row, i, slack, window, holes)) break;
    }
    return to_columns(window, holes, slack, reachable);
}

/// Calls emit(first, last) for every run of the row, in order of x; returns their number.
template <int hole_count, class Emit>
HEXSCAN_HD_INLINE int for_each_run(const RowColumns<hole_count>& row, Emit emit) {
    if (row.unbroken) {
        if (row.first > row.last) return 0;
        emit(row.first, row.last);
        return 1;
    }
    int runs = 0;
    int start = row.first;
    while (start <= row.last) {
        int next = start;
        HEXSCAN_UNROLL
        for (int h = 0; h < hole_count; ++h)
            if (row.hole_first[h] <= next && next <= row.hole_last[h]) next = row.hole_last[h] + 1;
        if (next != start) {  // a jump may land in an earlier hole
            start = next;
            continue;
        }
        int end = row.last;
        HEXSCAN_UNROLL
        for (int h = 0; h < hole_count; ++h)
            if (row.hole_first[h] > start && row.hole_first[h] <= row.hole_last[h] && row.hole_first[h] - 1 < end)
                end = row.hole_first[h] - 1;
        emit(start, end);
        ++runs;
        start = end + 1;
    }
    return runs;
}

}  // namespace hexscan
