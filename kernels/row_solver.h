#pragma once

#include <cmath>

#include "host_device.h"
#include "intrinsic_math.cuh"
#include "row_limits.h"
#include "scan_geometry.h"

/// Rows in closed form: which columns of a grid row are reachable, without visiting its points.
///
/// At fixed y and z a leg vector is l = (lx, ly, lz) with only lx moving along the row, so every limit
/// is a quadratic in lx:
///   - stroke: lx^2 <= Lmax^2 - (ly^2 + lz^2) keeps one interval, lx^2 < Lmin^2 - (...) cuts one hole;
///   - a joint limit c |l| <= n . l, c = cos(max_tilt) >= 0, is a convex cone; with e = ny ly + nz lz it reads
///         h(lx) = A lx^2 + 2 B lx + C >= 0 on the side n . l >= 0,
///         A = nx^2 - c^2,  B = nx e,  C = e^2 - c^2 (ly^2 + lz^2),  B^2 - A C = c^2 (e^2 + A (ly^2 + lz^2)),
///     and keeps one interval: bounded where the row leaves the cone at both ends (A < 0), else a ray. The
///     quadratic alone also holds inside the mirror cone; which root bounds which side follows from signs;
///   - a limit beyond 90 degrees forbids the open cone about -n instead: one more hole.
/// So a row is one interval minus at most six holes, or eighteen where limits go beyond 90 degrees.
///
/// Ends are decided, never guessed. The roots carry a slack, a bound on their own rounding plus a bound on how
/// far the reference test, rounding too, may see a limit from where it is (its `noise`). Grid points farther
/// than the slack from every end are decided by the algebra; the few nearer ones are put to the reference
/// test itself. Rows that only graze a limit say so, and whoever asked takes the reference for the whole row; the
/// denser the columns, the more rows count as grazing, so that the slack stays below a column. What comes out equals
/// the reference test at every grid point.
namespace hexscan {

/// Constants of one leg in the precision that roots are computed in.
template <class Real>
struct LegConstants {
    Real zero_column;  ///< the (fractional) column where lx = 0
    Real grazing_m2;   ///< the row grazes a stroke limit where |L^2 - (ly^2 + lz^2)| is no larger
};

/// One leg as rows are solved with it, in both precisions.
struct RowLeg {
    LegConstants<float> single;
    LegConstants<double> full;
    RowCone base, platform;
};

/// Constants of all rows in the precision that roots are computed in.
template <class Real>
struct RowConstants {
    Real columns_per_m;
    Real slack_columns;  ///< bound on rounding and noise of any root that is not grazing
};

/// What the row solver works on, for all rows of a plan.
struct RowGeometry {
    ScanGeometry<double> exact;  ///< what the reference test works on
    RowConstants<float> single;
    RowConstants<double> full;
    bool wide;             ///< some limit is beyond 90 degrees, so cones cut holes
    bool solvable;         ///< roots in double leave at most one column per end in doubt
    bool single_suffices;  ///< and so do roots in float
    RowLeg legs[leg_count];
};

/// Holes a row can have: one per leg from Lmin, two more per leg from limits beyond 90 degrees.
inline constexpr int narrow_holes = leg_count;
inline constexpr int wide_holes = 3 * leg_count;
/// Runs of a row at most: one more than its holes.
inline constexpr int max_narrow_runs = narrow_holes + 1;
inline constexpr int max_wide_runs = wide_holes + 1;

/// Beyond every column of every grid.
inline constexpr float far_column = 1e30F;

/// The leaves that differ: on the device, square root and quotient in float may be wrong by two units in the
/// last place, which `roundings_per_root` allows for, and larger and smaller are single instructions.
namespace row_math {

HEXSCAN_HD_INLINE float root(float x) { return intrinsic::square_root(x); }
HEXSCAN_HD_INLINE double root(double x) {
    using std::sqrt;
    return sqrt(x);
}

HEXSCAN_HD_INLINE float quotient(float a, float b) {
#if defined(__CUDA_ARCH__)
    return __fdividef(a, b);
#else
    return a / b;
#endif
}
HEXSCAN_HD_INLINE double quotient(double a, double b) { return a / b; }

template <class Real>
HEXSCAN_HD_INLINE Real larger(Real a, Real b) {
#if defined(__CUDA_ARCH__)
    return fmax(a, b);
#else
    return a > b ? a : b;
#endif
}
template <class Real>
HEXSCAN_HD_INLINE Real smaller(Real a, Real b) {
#if defined(__CUDA_ARCH__)
    return fmin(a, b);
#else
    return a < b ? a : b;
#endif
}

}  // namespace row_math

/// Picks the constants of the precision asked for.
HEXSCAN_HD_INLINE const ConeConstants<float>& constants_of(const RowCone& cone, float) { return cone.single; }
HEXSCAN_HD_INLINE const ConeConstants<double>& constants_of(const RowCone& cone, double) { return cone.full; }
HEXSCAN_HD_INLINE const LegConstants<float>& constants_of(const RowLeg& leg, float) { return leg.single; }
HEXSCAN_HD_INLINE const LegConstants<double>& constants_of(const RowLeg& leg, double) { return leg.full; }
HEXSCAN_HD_INLINE const RowConstants<float>& constants_of(const RowGeometry& rows, float) { return rows.single; }
HEXSCAN_HD_INLINE const RowConstants<double>& constants_of(const RowGeometry& rows, double) { return rows.full; }

/// Where columns lie on a leg's lx axis, and below what a stroke limit is only grazed.
template <class Real>
struct RowScale {
    Real zero_column, columns_per_m, grazing_m2;
};

template <class Real>
HEXSCAN_HD_INLINE RowScale<Real> row_scale(const RowGeometry& geometry, const RowLeg& leg) {
    const LegConstants<Real>& constants = constants_of(leg, Real());
    return {constants.zero_column, constants_of(geometry, Real()).columns_per_m, constants.grazing_m2};
}

/// A limit cut with a row: the interval between two (fractional) columns, each known to within the slack.
/// An `undecided` cut says nothing: the row only grazes the limit.
template <class Real>
struct RowCut {
    Real low, high;
    bool empty;
    bool undecided;
};

template <class Real>
HEXSCAN_HD_INLINE Real column_of(Real lx_m, const RowScale<Real>& scale) {
    return scale.zero_column + lx_m * scale.columns_per_m;
}

/// The columns with lx^2 <= `reach_sq_m2`.
template <class Real>
HEXSCAN_HD_INLINE RowCut<Real> cut_sphere(double reach_sq_m2, const RowScale<Real>& scale) {
    using std::fabs;
    const Real reach_sq = static_cast<Real>(reach_sq_m2);
    const Real half = row_math::root(row_math::larger(reach_sq, scale.grazing_m2));
    return {column_of(-half, scale), column_of(half, scale), reach_sq < 0, !(fabs(reach_sq) > scale.grazing_m2)};
}

/// The columns on the positive side of a joint whose limit is 90 degrees: nx lx + e >= 0.
template <class Real>
HEXSCAN_HD_INLINE RowCut<Real> cut_half_space(const RowCone& cone, double e_m, const RowScale<Real>& scale) {
    using std::fabs;
    const ConeConstants<Real>& constants = constants_of(cone, Real());
    const Real e = static_cast<Real>(e_m);
    const bool parallel = constants.inverse_axis_x == 0;
    const bool behind = e < 0;
    const bool grazing = !(fabs(e) > constants.grazing);
    const Real column = column_of(-e * constants.inverse_axis_x, scale);
    return {constants.axis_x > 0 ? column : Real(-far_column), constants.axis_x < 0 ? column : Real(far_column),
            parallel && behind, parallel && grazing};
}

/// The columns inside a cone: both roots by the form of the quadratic formula that does not cancel.
template <ConeCut kind, class Real>
HEXSCAN_HD_INLINE RowCut<Real> cut_cone(const RowCone& cone, double e_m, double yz_sq_m2, const RowScale<Real>& scale) {
    using std::fabs;
    const ConeConstants<Real>& constants = constants_of(cone, Real());
    const Real c = static_cast<Real>(e_m * e_m - cone.cos_sq * yz_sq_m2);
    const Real discriminant = static_cast<Real>(cone.cos_sq * (e_m * e_m + cone.leading * yz_sq_m2));
    const Real e = static_cast<Real>(e_m);
    const Real b = constants.axis_x * e;
    const Real root = row_math::root(row_math::larger(discriminant, constants.grazing));
    const Real sum = b >= 0 ? -(b + root) : root - b;
    const Real outer = column_of(sum * constants.inverse_leading, scale);
    const Real inner = column_of(row_math::quotient(c, sum), scale);
    RowCut<Real> cut{};
    cut.undecided = !(fabs(discriminant) > constants.grazing);
    if constexpr (kind == ConeCut::bounded) {
        // The segment lies in one nappe; it is ours if the row passes the apex on the axis' side.
        cut.empty = (discriminant < 0) | (e < 0);
        cut.low = row_math::smaller(outer, inner);
        cut.high = row_math::larger(outer, inner);
    } else {
        // Two rays, one in each nappe: ours is the one that runs with the axis.
        const bool runs_up = constants.axis_x > 0;
        const Real column = (b >= 0) == runs_up ? inner : outer;
        cut.low = runs_up ? column : Real(-far_column);
        cut.high = runs_up ? Real(far_column) : column;
    }
    return cut;
}

/// What is left of a row: the columns between `low` and `high`.
template <class Real>
struct RowWindow {
    Real low, high;
    bool undecided;
};

/// Columns strictly between `low` and `high` are lost.
template <class Real>
struct RowHole {
    Real low, high;
};

template <class Real>
HEXSCAN_HD_INLINE RowWindow<Real> whole_row(const RowGeometry& geometry) {
    // Half a column beyond the ends, where no slack reaches a grid point.
    return {Real(-0.5), static_cast<Real>(geometry.exact.x.count) - Real(0.5), false};
}

template <class Real>
HEXSCAN_HD_INLINE RowHole<Real> no_hole() {
    return {Real(far_column), Real(-far_column)};
}

/// Narrows the window to the cut. A grazing cut leaves the row undecided, whatever the window then says.
template <class Real>
HEXSCAN_HD_INLINE void keep(const RowCut<Real>& cut, RowWindow<Real>& window) {
    window.low = row_math::larger(window.low, cut.low);
    window.high = row_math::smaller(window.high, cut.empty ? Real(-far_column) : cut.high);
    window.undecided |= cut.undecided;
}

/// The open interval of the cut as a hole. A grazing cut leaves the row undecided.
template <class Real>
HEXSCAN_HD_INLINE RowHole<Real> hole_of(const RowCut<Real>& cut, RowWindow<Real>& window) {
    window.undecided |= cut.undecided;
    return {cut.empty ? Real(far_column) : cut.low, cut.high};
}

/// Surely nothing is left.
template <class Real>
HEXSCAN_HD_INLINE bool is_empty(const RowWindow<Real>& window, Real slack) {
    return window.high - window.low < Real(-2) * slack;
}

/// What of a leg is constant along the row; rounding here is covered by the leg's noise.
struct RowTerms {
    double yz_sq_m2;
    double base_e_m, platform_e_m;
};

HEXSCAN_HD_INLINE RowTerms row_terms(const RowLeg& leg, Vec3<double> offset_m, double y_m, double z_m) {
    const double ly = y_m + offset_m.y;
    const double lz = z_m + offset_m.z;
    return {ly * ly + lz * lz, leg.base.axis.y * ly + leg.base.axis.z * lz,
            leg.platform.axis.y * ly + leg.platform.axis.z * lz};
}

template <class Real>
HEXSCAN_HD_INLINE RowCut<Real> cut_joint(const RowCone& cone, double e_m, double yz_sq_m2,
                                         const RowScale<Real>& scale) {
    if (cone.cut == ConeCut::bounded) return cut_cone<ConeCut::bounded>(cone, e_m, yz_sq_m2, scale);
    if (cone.cut == ConeCut::ray) return cut_cone<ConeCut::ray>(cone, e_m, yz_sq_m2, scale);
    return cut_half_space(cone, e_m, scale);
}

/// Columns [first, last] of a row less its holes, all whole columns; `decided` says they can be trusted.
template <int hole_count>
struct RowColumns {
    int first, last;
    int hole_first[hole_count], hole_last[hole_count];
    bool decided;
    bool unbroken;  ///< no hole comes near: [first, last] is the only run
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

/// Rounds window and holes to whole columns. Columns within the slack of an end are put to `reachable(column)`,
/// the reference test; one that another limit excludes may stay on either side.
template <int hole_count, class Real, class Reachable>
HEXSCAN_HD_INLINE RowColumns<hole_count> to_columns(const RowWindow<Real>& window,
                                                    const RowHole<Real> (&holes)[hole_count], Real slack,
                                                    Reachable reachable) {
    RowColumns<hole_count> row = empty_row<hole_count>();
    row.decided = !window.undecided;
    if (window.undecided || is_empty(window, slack)) return row;
    row.first = first_column_after(window.low - slack);
    row.last = last_column_before(window.high + slack);
    const int first_sure = first_column_after(window.low + slack);
    const int last_sure = last_column_before(window.high - slack);
    while (row.first < first_sure && row.first <= row.last && !reachable(row.first)) ++row.first;
    while (row.last > last_sure && row.first <= row.last && !reachable(row.last)) --row.last;
    // A column beyond the window on either side keeps far ends within the range of int.
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

/// Solves the row at (y, z): the six legs one after the other, ending early once nothing can be left.
/// `reachable(column)` is the reference test on that row.
template <int hole_count, class Real, class Reachable>
HEXSCAN_HD_INLINE RowColumns<hole_count> solve_row(const RowGeometry& geometry, double y_m, double z_m,
                                                   Reachable reachable) {
    const Real slack = constants_of(geometry, Real()).slack_columns;
    RowWindow<Real> window = whole_row<Real>(geometry);
    RowHole<Real> holes[hole_count];
    HEXSCAN_UNROLL
    for (int h = 0; h < hole_count; ++h) holes[h] = no_hole<Real>();
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        const Leg<double>& limits = geometry.exact.legs[i];
        const RowLeg& leg = geometry.legs[i];
        const RowTerms terms = row_terms(leg, limits.offset_m, y_m, z_m);
        const RowScale<Real> scale = row_scale<Real>(geometry, leg);
        keep(cut_sphere<Real>(limits.max_length_sq_m2 - terms.yz_sq_m2, scale), window);
        if (is_empty(window, slack)) break;
        if (limits.min_length_sq_m2 > 0)
            holes[i] = hole_of(cut_sphere<Real>(limits.min_length_sq_m2 - terms.yz_sq_m2, scale), window);
        HEXSCAN_UNROLL
        for (int side = 0; side < 2; ++side) {
            const RowCone& cone = side == 0 ? leg.base : leg.platform;
            if (cone.cut == ConeCut::none) continue;
            const RowCut<Real> cut =
                cut_joint(cone, side == 0 ? terms.base_e_m : terms.platform_e_m, terms.yz_sq_m2, scale);
            if constexpr (hole_count == wide_holes) {
                if (cone.forbidden) {
                    holes[leg_count * (side + 1) + i] = hole_of(cut, window);
                    continue;
                }
            }
            keep(cut, window);
        }
    }
    return to_columns(window, holes, slack, reachable);
}

/// Calls emit(first, last) for every run of the row, in order of x; returns how many.
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
        if (next != start) {  // a jump may land in a hole already looked at
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
