#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "row_cut.h"

/// Intersects the limits of a rod on a carriage with a row.
///
/// Let e be the rail's direction, d the rod's length, and l a leg vector. The carriage is behind the rod's end. Let h =
/// sqrt(d^2 - |l x e|^2) be the far end's height above the carriage. The rod is l - e (l.e - h). Each limit is a convex
/// set within the cylinder |l x e| <= d that the rod reaches. For travel up to s, the set is {l.e <= s} joined with the
/// ball of radius d about s e. For a joint of axis n and cosine c with n.e >= 0, it is {p >= c d} joined with an
/// elliptic cylinder, {(n.e)^2 h^2 >= (c d - p)^2}. Here p = n.l - (n.e)(l.e) is the part of n.rod perpendicular to the
/// rail.
///
/// Travel from s on keeps the outside of the first set. A joint with n.e < 0 keeps the outside of the second set, with
/// {p <= c d} as the half space. So each limit keeps or removes one interval of a row.
///
/// Both sets are a quadric |t U + W|^2 <= R^2 of t = lx, joined with a half space. The half space's edge within the
/// cylinder lies inside the quadric. So an interval's end is an end of the quadric or lies outside the cylinder. U is
/// constant. U.W, the components of U x W and the half space's edge are linear in y and z. The ends are (-U.W -/+
/// sqrt(|U|^2 R^2 - |U x W|^2)) / |U|^2.
namespace hexscan {

/// A number that is linear in a row's y and z.
struct OfRow {
    double y, z, constant;
    HEXSCAN_HD_INLINE double at(double y_m, double z_m) const { return y * y_m + (z * z_m + constant); }
};

/// The shape of the columns that a rod's limit keeps or removes.
enum class RodCut : int {
    quadric,        ///< The quadric alone.
    joined_below,   ///< Joined with everything below a column.
    joined_above,   ///< Joined with everything above a column.
    joined_or_not,  ///< Joined with the whole row or with nothing.
    below,          ///< A half space alone, with the low columns.
    above,          ///< A half space alone, with the high columns.
    all_or_none     ///< A half space whose edge is parallel to the row within rounding.
};

/// The constants of one limit, in the precision in which roots are computed.
template <class Real>
struct RodConstants {
    Real columns_per_m2;  ///< 1 / |U|^2 in columns; a huge number if the row lies along the quadric
    Real grazing;         ///< The row touches the border of the limit if |discriminant| (m^2), or |edge| for
                          ///< all_or_none, is at most this.
    Real tie_columns;     ///< The row is undecided if the quadric and the half space end closer together than this.
};

/// A limit of a rod: all its values that are the same for every row.
struct RodSurface {
    RodCut cut;
    OfRow centre_columns;    ///< the middle of the quadric, as a column
    OfRow cross_m, other_m;  ///< the components of U x W
    double reach_m2;         ///< |U|^2 R^2
    OfRow edge;              ///< The edge of the half space, as a column. If the edge is parallel to the row, this is a
                             ///< length in metres, and the row is inside the half space if it is at most 0.
    RodConstants<float> single;
    RodConstants<double> full;
};

HEXSCAN_HD_INLINE const RodConstants<float>& constants_of(const RodSurface& surface, float) { return surface.single; }
HEXSCAN_HD_INLINE const RodConstants<double>& constants_of(const RodSurface& surface, double) { return surface.full; }

/// The values of a limit that are constant along the row.
template <class Real>
struct RodTerms {
    Real centre, discriminant, edge;
};

template <class Real>
HEXSCAN_HD_INLINE RodTerms<Real> rod_terms(const RodSurface& surface, double y_m, double z_m) {
    const double cross = surface.cross_m.at(y_m, z_m), other = surface.other_m.at(y_m, z_m);
    return {static_cast<Real>(surface.centre_columns.at(y_m, z_m)),
            static_cast<Real>(surface.reach_m2 - (cross * cross + other * other)),
            static_cast<Real>(surface.edge.at(y_m, z_m))};
}

/// The columns that a limit allows. The shape of the cut is known at compile time.
template <RodCut cut, class Real>
HEXSCAN_HD_INLINE RowCut<Real> cut_rod(const RodConstants<Real>& constants, const RodTerms<Real>& row) {
    using std::fabs;
    constexpr Real far(far_column);
    if constexpr (cut == RodCut::below) return {-far, row.edge, false, false};
    if constexpr (cut == RodCut::above) return {row.edge, far, false, false};
    if constexpr (cut == RodCut::all_or_none) return {-far, far, row.edge > 0, !(fabs(row.edge) > constants.grazing)};
    const bool is_hit = row.discriminant > 0;
    const bool grazes = !(fabs(row.discriminant) > constants.grazing);
    const Real half = row_math::root(row_math::larger(row.discriminant, constants.grazing)) * constants.columns_per_m2;
    const Real low = row.centre - half, high = row.centre + half;
    if constexpr (cut == RodCut::quadric) return {low, high, !is_hit, grazes};
    if constexpr (cut == RodCut::joined_or_not) {
        const bool is_joined = !(row.edge > 0);
        const bool is_empty_cut = !(is_joined | is_hit), undecided = grazes & !is_joined;
        return {is_joined ? -far : low, is_joined ? far : high, is_empty_cut, undecided};
    }
    const Real end = cut == RodCut::joined_below ? low : high;
    const bool is_tie = is_hit & !(fabs(row.edge - end) > constants.tie_columns);
    const bool undecided = grazes | is_tie;
    if constexpr (cut == RodCut::joined_below) {
        const bool is_joined = !is_hit | (row.edge >= low);
        const Real farther = row_math::larger(high, row.edge);
        return {is_joined ? -far : low, is_hit ? (is_joined ? farther : high) : row.edge, false, undecided};
    } else {
        const bool is_joined = !is_hit | (row.edge <= high);
        const Real farther = row_math::smaller(low, row.edge);
        return {is_hit ? (is_joined ? farther : low) : row.edge, is_joined ? far : high, false, undecided};
    }
}

/// The shapes that a limit's cuts may have, as far as this is known at compile time.
enum class RodCuts { quadric, joined, any };

/// Calls with_cut<cut>() for a shape that is known only at run time.
template <RodCuts known, class WithCut>
HEXSCAN_HD_INLINE auto with_rod_cut(RodCut cut, WithCut with_cut) {
    if constexpr (known == RodCuts::quadric) return with_cut.template operator()<RodCut::quadric>();
    if (cut == RodCut::joined_or_not) return with_cut.template operator()<RodCut::joined_or_not>();
    if (cut == RodCut::joined_below) return with_cut.template operator()<RodCut::joined_below>();
    if constexpr (known == RodCuts::joined) return with_cut.template operator()<RodCut::joined_above>();
    if (cut == RodCut::joined_above) return with_cut.template operator()<RodCut::joined_above>();
    if (cut == RodCut::below) return with_cut.template operator()<RodCut::below>();
    if (cut == RodCut::above) return with_cut.template operator()<RodCut::above>();
    return with_cut.template operator()<RodCut::all_or_none>();
}

/// The columns of the row at (y, z) that a limit allows.
template <RodCuts known, class Real>
HEXSCAN_HD_INLINE RowCut<Real> cut_rod_row(const RodSurface& surface, double y_m, double z_m) {
    const RodTerms<Real> terms = rod_terms<Real>(surface, y_m, z_m);
    return with_rod_cut<known>(surface.cut,
                               [&]<RodCut cut>() { return cut_rod<cut>(constants_of(surface, Real()), terms); });
}

}  // namespace hexscan
