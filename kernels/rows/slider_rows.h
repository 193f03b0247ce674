#pragma once

#include "kernels/host_device.h"
#include "kernels/kinematics.h"
#include "kernels/slider_leg.h"
#include "rod_cut.h"
#include "row_solver.h"

/// Solves rows for slider legs in closed form. Each leg's limits (kernels/rows/rod_cut.h) leave an interval of a row
/// minus a few holes, as for telescopic legs. So windows, holes and undecided columns use the same code
/// (kernels/rows/row_solver.h).
namespace hexscan {

/// One leg at the orientation of the scan, in the form that the reference test needs.
struct PlacedSlider {
    Vec3<double> offset_m;  ///< R b - a: platform joint minus base joint
    SliderLeg leg;
};

/// A leg without limited joints, in the form that rows need.
struct SliderRowLeg {
    static constexpr int limits = 3, holes = 1;  ///< the largest number of its limits, and of holes that it cuts
    static constexpr bool has_joints = false;

    bool has_to, has_from;       ///< true if that end of travel can bind
    RodSurface reach, to, from;  ///< `from` cuts a hole
};

/// A bound on a joint's cosine.
struct JointBound {
    bool is_there;
    bool cuts_hole;  ///< false: it keeps an interval
    RodSurface surface;
};

/// A leg with joints: the least and the largest cosine of the carriage's joint and of the platform's. At most one bound
/// of each joint cuts a hole.
struct JointedSliderRowLeg : SliderRowLeg {
    static constexpr int bounds_of_joint = 2, bound_count = 4;
    static constexpr int limits = SliderRowLeg::limits + bound_count, holes = 3;
    static constexpr bool has_joints = true;

    JointBound bounds[bound_count];
};

/// The largest number of holes in a row of six such legs.
template <class RowLeg>
inline constexpr int slider_holes = leg_count* RowLeg::holes;

/// The input for all rows of a scan at one orientation.
template <class RowLegOf>
struct SliderGeometry {
    using Leg = RowLegOf;
    static constexpr int hole_count = slider_holes<Leg>;

    GridAxis<double> x, y, z;
    float single_slack_columns;
    double full_slack_columns;
    Leg legs[leg_count];
    PlacedSlider exact[leg_count];

    HEXSCAN_HD_INLINE float slack_columns(float) const { return single_slack_columns; }
    HEXSCAN_HD_INLINE double slack_columns(double) const { return full_slack_columns; }
};

/// Calls keep<cuts>(surface) for each limit that keeps an interval, in the order in which limits are applied.
template <class Keep>
HEXSCAN_HD_INLINE void for_each_kept(const SliderRowLeg& leg, Keep keep_within) {
    keep_within.template operator()<RodCuts::quadric>(leg.reach);
    if (leg.has_to) keep_within.template operator()<RodCuts::joined>(leg.to);
}
template <class Keep>
HEXSCAN_HD_INLINE void for_each_kept(const JointedSliderRowLeg& leg, Keep keep_within) {
    for_each_kept(static_cast<const SliderRowLeg&>(leg), keep_within);
    HEXSCAN_UNROLL
    for (int k = 0; k < JointedSliderRowLeg::bound_count; ++k)
        if (leg.bounds[k].is_there && !leg.bounds[k].cuts_hole)
            keep_within.template operator()<RodCuts::any>(leg.bounds[k].surface);
}

/// Calls cut<cuts>(hole, surface) for each limit that cuts a hole; `hole` is the number of the hole among the leg's
/// holes.
template <class Cut>
HEXSCAN_HD_INLINE void for_each_hole(const SliderRowLeg& leg, Cut cut) {
    if (leg.has_from) cut.template operator()<RodCuts::joined>(0, leg.from);
}
template <class Cut>
HEXSCAN_HD_INLINE void for_each_hole(const JointedSliderRowLeg& leg, Cut cut) {
    for_each_hole(static_cast<const SliderRowLeg&>(leg), cut);
    HEXSCAN_UNROLL
    for (int k = 0; k < JointedSliderRowLeg::bound_count; ++k)
        if (leg.bounds[k].is_there && leg.bounds[k].cuts_hole)
            cut.template operator()<RodCuts::joined>(1 + k / JointedSliderRowLeg::bounds_of_joint,
                                                     leg.bounds[k].surface);
}

/// The reference verdict of one position: true if all sliders satisfy their limits.
HEXSCAN_HD_INLINE bool exact_sliders_keep(const PlacedSlider (&legs)[leg_count], Vec3<double> p_m) {
    using exact::add;
    bool reachable = true;
    for (int i = 0; i < leg_count && reachable; ++i) {
        const Vec3<double> offset_m = legs[i].offset_m;
        reachable =
            exact_slider_keeps(legs[i].leg, {add(p_m.x, offset_m.x), add(p_m.y, offset_m.y), add(p_m.z, offset_m.z)});
    }
    return reachable;
}

/// Solves the row at (y, z), leg by leg, and stops once no column can remain. `reachable(column)` is the reference test
/// on that row. If no joint is limited, RowLeg may be the type without joints.
template <class Real, class RowLeg, class Geometry, class Reachable>
HEXSCAN_HD_INLINE RowColumns<slider_holes<RowLeg>> solve_slider_row(const Geometry& geometry, double y_m, double z_m,
                                                                    Reachable reachable) {
    const Real slack = geometry.slack_columns(Real());
    RowWindow<Real> window = whole_row<Real>(geometry.x);
    RowHole<Real> holes[slider_holes<RowLeg>];
    HEXSCAN_UNROLL
    for (int h = 0; h < slider_holes<RowLeg>; ++h) holes[h] = no_hole<Real>();
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        const RowLeg& leg = geometry.legs[i];
        for_each_kept(leg, [&]<RodCuts cuts>(const RodSurface& surface) {
            keep(cut_rod_row<cuts, Real>(surface, y_m, z_m), window);
        });
        if (window.undecided || is_empty(window, slack)) break;
        for_each_hole(leg, [&]<RodCuts cuts>(int hole, const RodSurface& surface) {
            holes[hole * leg_count + i] = hole_of(cut_rod_row<cuts, Real>(surface, y_m, z_m), window);
        });
    }
    return to_columns(window, holes, slack, reachable);
}

}  // namespace hexscan
