#pragma once

#include "kernels/host_device.h"
#include "kernels/scan_geometry.h"
#include "kernels/surfaces/cone.h"
#include "kernels/surfaces/sphere.h"
#include "row_cut.h"

/// A telescopic leg in the form that rows need: the list of its surfaces. The row solver is generated from that list at
/// compile time (kernels/rows/row_solver.h; src/scan/rows/cpu_rows.cpp solves several rows at a time). Another kind of
/// leg has another list.
namespace hexscan {

/// The constants of one leg in the precision in which roots are computed.
template <class Real>
struct LegConstants {
    Real zero_column;  ///< the (fractional) column where lx = 0
    Real grazing_m2;   ///< the row only touches a stroke limit if |L^2 - (ly^2 + lz^2)| is at most this
};

/// One leg in the form that rows need, in both precisions.
struct RowLeg {
    LegConstants<float> single;
    LegConstants<double> full;
    RowCone base, platform;
};

/// Selects the constants of the requested precision.
HEXSCAN_HD_INLINE const LegConstants<float>& constants_of(const RowLeg& leg, float) { return leg.single; }
HEXSCAN_HD_INLINE const LegConstants<double>& constants_of(const RowLeg& leg, double) { return leg.full; }

/// The values of a leg that are constant along the row. The leg's noise covers their rounding.
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

/// One leg, with its values for one row.
template <class Real>
struct LegOfRow {
    const Leg<double>& limits;
    const RowLeg& leg;
    RowTerms terms;
    RowScale<Real> scale;
};

/// The reachable side of a surface. If it is the outside, the inside is a hole in the row. `either`: the joint's limit
/// determines the side at run time.
enum class ReachableSide { inside, outside, either };

/// The sphere of the longest length. It makes most rows empty, so the solver then checks whether any column remains.
struct LongestSphere {
    static constexpr ReachableSide side = ReachableSide::inside;
    static constexpr bool ends_rows = true;

    static HEXSCAN_HD_INLINE bool is_there(const Leg<double>&, const RowLeg&) { return true; }
    template <class Real>
    static HEXSCAN_HD_INLINE RowCut<Real> cut(const LegOfRow<Real>& row) {
        return cut_sphere<Real>(row.limits.max_length_sq_m2 - row.terms.yz_sq_m2, row.scale);
    }
};

/// The sphere of the shortest length. It cuts a hole, whose index among the leg's holes is a constant, as for every
/// surface whose outside is reachable.
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

/// The cone of a joint. It has one of three shapes. Callers with many rows determine the shape once for all of them.
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
    /// The largest number of holes that one leg cuts into a row. The first number does not count surfaces whose
    /// reachable side varies, the second does.
    static constexpr int narrow_holes = (0 + ... + (Surfaces::side == ReachableSide::outside ? 1 : 0));
    static constexpr int wide_holes = (0 + ... + (Surfaces::side != ReachableSide::inside ? 1 : 0));
};

/// The surfaces in the order in which they are applied.
using TelescopicSurfaces = SurfaceList<LongestSphere, ShortestSphere, JointCone<&RowLeg::base, &RowTerms::base_e_m, 1>,
                                       JointCone<&RowLeg::platform, &RowTerms::platform_e_m, 2>>;

}  // namespace hexscan
