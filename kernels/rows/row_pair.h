#pragma once

#include "row_solver.h"

/// Solves two rows of a slice side by side. Both rows use the same constants of a leg, which are fetched once, and no
/// branch separates the computation of their roots.
namespace hexscan {

/// The cone of a base joint, for scans in which every row leaves the cone at both ends. The shape of its cuts is then
/// known at compile time.
struct BoundedBaseCone : JointCone<&RowLeg::base, &RowTerms::base_e_m, 1> {
    static constexpr ReachableSide side = ReachableSide::inside;

    static HEXSCAN_HD_INLINE bool is_there(const Leg<double>&, const RowLeg&) { return true; }
    template <class Real>
    static HEXSCAN_HD_INLINE RowCut<Real> cut(const LegOfRow<Real>& row) {
        return cut_shaped<ConeCut::bounded>(row);
    }
};

/// The joints of a machine in the form that rows need: any joints, or only bounded cones of base joints.
using AnyJoints = SurfaceList<JointCone<&RowLeg::base, &RowTerms::base_e_m, 1>,
                              JointCone<&RowLeg::platform, &RowTerms::platform_e_m, 2>>;
using BoundedBaseJoints = SurfaceList<BoundedBaseCone>;

HEXSCAN_HD_INLINE bool has_only_bounded_base_joints(const RowGeometry& geometry) {
    for (const RowLeg& leg : geometry.legs)
        if (leg.base.cut != ConeCut::bounded || leg.platform.cut != ConeCut::none) return false;
    return true;
}

/// The values of a cone that roots in float use.
struct PairCone {
    double axis_y, axis_z, cos_sq, leading;
    ConeConstants<float> single;
    ConeCut cut;

    HEXSCAN_HD_INLINE RowCone cone() const {
        RowCone cone{};
        cone.cut = cut;
        cone.axis = {0, axis_y, axis_z};
        cone.cos_sq = cos_sq;
        cone.leading = leading;
        cone.single = single;
        return cone;
    }
};

HEXSCAN_HD_INLINE PairCone make_pair_cone(const RowCone& cone) {
    return {cone.axis.y, cone.axis.z, cone.cos_sq, cone.leading, cone.single, cone.cut};
}

/// The values of a leg that roots in float use, without its platform joint.
struct PairLeg {
    double offset_y_m, offset_z_m, min_length_sq_m2, max_length_sq_m2;
    PairCone base;
    LegConstants<float> single;
};

/// The values that every row of a narrow scan needs (is_narrow() in src/scan/rows/row_geometry.h), close together in
/// memory. At the beginning of each launch, multiprocessors fetch constants line by line. Half of the values of
/// RowGeometry are only for the reference test or for roots in double precision.
struct PairGeometry {
    PairLeg legs[leg_count];
    RowConstants<float> single;
    GridAxis<double> x, y, z;
    PairCone platform[leg_count];
    const ScanGeometry<double>* exact;  ///< input of the reference test, in the memory of the device
};

HEXSCAN_HD_INLINE PairGeometry make_pair_geometry(const RowGeometry& geometry, const ScanGeometry<double>* exact) {
    PairGeometry pair{{}, geometry.single, geometry.exact.x, geometry.exact.y, geometry.exact.z, {}, exact};
    for (int i = 0; i < leg_count; ++i) {
        const Leg<double>& limits = geometry.exact.legs[i];
        const RowLeg& leg = geometry.legs[i];
        pair.legs[i] = {limits.offset_m.y,       limits.offset_m.z,        limits.min_length_sq_m2,
                        limits.max_length_sq_m2, make_pair_cone(leg.base), leg.single};
        pair.platform[i] = make_pair_cone(leg.platform);
    }
    return pair;
}

template <class... Surfaces, int hole_count, class Real>
HEXSCAN_HD_INLINE void apply_surfaces(SurfaceList<Surfaces...>, const LegOfRow<Real>& row, int index,
                                      RowWindow<Real>& window, RowHole<Real> (&holes)[hole_count]) {
    (apply_surface<Surfaces>(row, index, window, holes), ...);
}

/// Two rows while legs are applied to them. A row that is already empty stays decided, even if it grazes a later limit.
template <int hole_count>
struct RowPair {
    RowWindow<float> windows[2];
    RowHole<float> holes[2][hole_count];
};

/// Applies leg `index` to both rows. The compiler keeps only those values of the leg that the surfaces use.
template <class Joints, bool with_holes, int hole_count>
HEXSCAN_HD_INLINE void apply_leg(const PairGeometry& geometry, int index, const double (&y_m)[2], double z_m,
                                 RowPair<hole_count>& pair) {
    const PairLeg& constants = geometry.legs[index];
    Leg<double> limits{};
    limits.min_length_sq_m2 = constants.min_length_sq_m2;
    limits.max_length_sq_m2 = constants.max_length_sq_m2;
    RowLeg leg{};
    leg.single = constants.single;
    leg.base = constants.base.cone();
    leg.platform = geometry.platform[index].cone();
    const RowScale<float> scale{leg.single.zero_column, geometry.single.columns_per_m, leg.single.grazing_m2};
    HEXSCAN_UNROLL
    for (int k = 0; k < 2; ++k) {
        const LegOfRow<float> row{limits, leg,
                                  row_terms(leg, {0, constants.offset_y_m, constants.offset_z_m}, y_m[k], z_m), scale};
        apply_surfaces(SurfaceList<LongestSphere>{}, row, index, pair.windows[k], pair.holes[k]);
        if constexpr (with_holes)
            apply_surfaces(SurfaceList<ShortestSphere>{}, row, index, pair.windows[k], pair.holes[k]);
        apply_surfaces(Joints{}, row, index, pair.windows[k], pair.holes[k]);
    }
}

/// Solves the rows at (y, z), leg by leg, and stops once nothing can remain of either row. `with_holes` may be false
/// only if no row of the slice comes near a shortest length.
template <class Joints, bool with_holes, int hole_count>
HEXSCAN_HD_INLINE void solve_pair(const PairGeometry& geometry, const double (&y_m)[2], double z_m,
                                  RowPair<hole_count>& pair) {
    const float slack = geometry.single.slack_columns;
    bool ended[2] = {false, false};
    HEXSCAN_UNROLL
    for (int k = 0; k < 2; ++k) {
        pair.windows[k] = whole_row<float>(geometry.x);
        HEXSCAN_UNROLL
        for (int h = 0; h < hole_count; ++h) pair.holes[k][h] = no_hole<float>();
    }
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        apply_leg<Joints, with_holes>(geometry, i, y_m, z_m, pair);
        HEXSCAN_UNROLL
        for (int k = 0; k < 2; ++k) ended[k] |= !pair.windows[k].undecided && is_empty(pair.windows[k], slack);
        if (ended[0] && ended[1]) break;
    }
    HEXSCAN_UNROLL
    for (int k = 0; k < 2; ++k) pair.windows[k].undecided &= !ended[k];
}

}  // namespace hexscan
