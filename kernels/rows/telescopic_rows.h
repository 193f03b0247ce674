#pragma once

#include "kernels/host_device.h"
#include "kernels/scan_geometry.h"
#include "kernels/surfaces/cone.h"
#include "kernels/surfaces/sphere.h"
#include "row_cut.h"

/// A telescopic leg as rows are solved with it: the list of its surfaces, from which the row solver is put together
/// when it is compiled (kernels/rows/row_solver.h; src/scan/rows/cpu_rows.cpp, several rows at a time). Another kind of
/// leg is another list.
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

/// Picks the constants of the precision asked for.
HEXSCAN_HD_INLINE const LegConstants<float>& constants_of(const RowLeg& leg, float) { return leg.single; }
HEXSCAN_HD_INLINE const LegConstants<double>& constants_of(const RowLeg& leg, double) { return leg.full; }

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

/// One leg on one row.
template <class Real>
struct LegOfRow {
    const Leg<double>& limits;
    const RowLeg& leg;
    RowTerms terms;
    RowScale<Real> scale;
};

/// Which side of a surface is reachable. Where that is the outside, what lies inside is a hole in the row.
enum class ReachableSide { inside, outside, either };

/// The sphere of the longest length. It ends most rows, so after it is looked at whether anything is left.
struct LongestSphere {
    static constexpr ReachableSide side = ReachableSide::inside;
    static constexpr bool ends_rows = true;

    static HEXSCAN_HD_INLINE bool is_there(const Leg<double>&, const RowLeg&) { return true; }
    template <class Real>
    static HEXSCAN_HD_INLINE RowCut<Real> cut(const LegOfRow<Real>& row) {
        return cut_sphere<Real>(row.limits.max_length_sq_m2 - row.terms.yz_sq_m2, row.scale);
    }
};

/// The sphere of the shortest length. A surface with an outside says which of the leg's holes is its own.
struct ShortestSphere {
    static constexpr ReachableSide side = ReachableSide::outside;
    static constexpr bool ends_rows = false;
    static constexpr int hole = 0;

    static HEXSCAN_HD_INLINE bool is_there(const Leg<double>& limits, const RowLeg&) {
        return limits.min_length_sq_m2 > 0;
    }
    static HEXSCAN_HD_INLINE bool keeps_outside(const RowLeg&) { return true; }
    template <class Real>
    static HEXSCAN_HD_INLINE RowCut<Real> cut(const LegOfRow<Real>& row) {
        return cut_sphere<Real>(row.limits.min_length_sq_m2 - row.terms.yz_sq_m2, row.scale);
    }
};

/// The cone of a joint. Its shape is one of three; whoever cuts many rows tells them apart beforehand.
template <RowCone RowLeg::*cone, double RowTerms::*axis_e_m, int hole_of_leg>
struct JointCone {
    static constexpr ReachableSide side = ReachableSide::either;
    static constexpr bool ends_rows = false;
    static constexpr int hole = hole_of_leg;

    static HEXSCAN_HD_INLINE ConeCut shape(const RowLeg& leg) { return (leg.*cone).cut; }
    static HEXSCAN_HD_INLINE bool is_there(const Leg<double>&, const RowLeg& leg) {
        return shape(leg) != ConeCut::none;
    }
    static HEXSCAN_HD_INLINE bool keeps_outside(const RowLeg& leg) { return (leg.*cone).forbidden; }
    template <class Real>
    static HEXSCAN_HD_INLINE RowCut<Real> cut(const LegOfRow<Real>& row) {
        return cut_joint(row.leg.*cone, row.terms.*axis_e_m, row.terms.yz_sq_m2, row.scale);
    }
    template <ConeCut known_shape, class Real>
    static HEXSCAN_HD_INLINE RowCut<Real> cut_shaped(const LegOfRow<Real>& row) {
        return cut_cone<known_shape>(row.leg.*cone, row.terms.*axis_e_m, row.terms.yz_sq_m2, row.scale);
    }
};

template <class... Surfaces>
struct SurfaceList {
    /// Holes that one leg cuts into a row at most, without and with those of surfaces that may be reachable on either
    /// side.
    static constexpr int narrow_holes = (0 + ... + (Surfaces::side == ReachableSide::outside ? 1 : 0));
    static constexpr int wide_holes = (0 + ... + (Surfaces::side != ReachableSide::inside ? 1 : 0));
};

/// In the order that rows are cut in.
using TelescopicSurfaces = SurfaceList<LongestSphere, ShortestSphere, JointCone<&RowLeg::base, &RowTerms::base_e_m, 1>,
                                       JointCone<&RowLeg::platform, &RowTerms::platform_e_m, 2>>;

}  // namespace hexscan
