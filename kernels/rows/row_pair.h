#pragma once

#include "row_solver.h"

/// Two rows of a slice side by side. Both use the constants of a leg, which are fetched once, and no branch separates
/// the computation of their roots.
namespace hexscan {

/// The cone of a base joint, in plans where every row leaves the cone at both ends. So the compiler knows the cone's
/// shape.
struct BoundedBaseCone : JointCone<&RowLeg::base, &RowTerms::base_e_m, 1> {
    static constexpr ReachableSide side = ReachableSide::inside;

    static HEXSCAN_HD_INLINE bool is_there(const Leg<double>&, const RowLeg&) { return true; }
    template <class Real>
    static HEXSCAN_HD_INLINE RowCut<Real> cut(const LegOfRow<Real>& row) {
        return cut_shaped<ConeCut::bounded>(row);
    }
};

/// The joints of a plan in the form that rows need: any joints, or only bounded cones of base joints.
using AnyJoints = SurfaceList<JointCone<&RowLeg::base, &RowTerms::base_e_m, 1>,
                              JointCone<&RowLeg::platform, &RowTerms::platform_e_m, 2>>;
using BoundedBaseJoints = SurfaceList<BoundedBaseCone>;

HEXSCAN_HD_INLINE bool has_only_bounded_base_joints(const RowGeometry& geometry) {
    for (const RowLeg& leg : geometry.legs)
        if (leg.base.cut != ConeCut::bounded || leg.platform.cut != ConeCut::none) return false;
    return true;
}

template <class... Surfaces, int hole_count, class Real>
HEXSCAN_HD_INLINE void apply_surfaces(SurfaceList<Surfaces...>, const LegOfRow<Real>& row, int index,
                                      RowWindow<Real>& window, RowHole<Real> (&holes)[hole_count]) {
    (apply_surface<Surfaces>(row, index, window, holes), ...);
}

/// Two rows while legs are applied to them. If a row is empty before it grazes a limit, it stays decided.
template <int hole_count, class Real>
struct RowPair {
    RowWindow<Real> windows[2];
    RowHole<Real> holes[2][hole_count];
};

/// Solves the rows at (y, z), leg by leg, and stops once nothing can remain of either row. The form without holes
/// requires that no row of the slice comes near a shortest length.
template <class Joints, bool with_holes, int hole_count, class Real>
HEXSCAN_HD_INLINE void solve_pair(const RowGeometry& geometry, const double (&y_m)[2], double z_m,
                                  RowPair<hole_count, Real>& pair) {
    const Real slack = constants_of(geometry, Real()).slack_columns;
    bool ended[2] = {false, false};
    HEXSCAN_UNROLL
    for (int k = 0; k < 2; ++k) {
        pair.windows[k] = whole_row<Real>(geometry.exact.x);
        HEXSCAN_UNROLL
        for (int h = 0; h < hole_count; ++h) pair.holes[k][h] = no_hole<Real>();
    }
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        HEXSCAN_UNROLL
        for (int k = 0; k < 2; ++k) {
            const LegOfRow<Real> row = leg_of_row<Real>(geometry, i, y_m[k], z_m);
            apply_surfaces(SurfaceList<LongestSphere>{}, row, i, pair.windows[k], pair.holes[k]);
            if constexpr (with_holes)
                apply_surfaces(SurfaceList<ShortestSphere>{}, row, i, pair.windows[k], pair.holes[k]);
            apply_surfaces(Joints{}, row, i, pair.windows[k], pair.holes[k]);
            ended[k] |= !pair.windows[k].undecided && is_empty(pair.windows[k], slack);
        }
        if (ended[0] && ended[1]) break;
    }
    HEXSCAN_UNROLL
    for (int k = 0; k < 2; ++k) pair.windows[k].undecided &= !ended[k];
}

}  // namespace hexscan
