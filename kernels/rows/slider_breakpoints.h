#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "leg_breakpoints.h"
#include "placed_rod.h"
#include "row_noise.h"
#include "slider_limits.h"
#include "slider_rows.h"

/// The places along a row where a slider's verdict may change, in a form that serves rows at many orientations. The
/// places are the ends of the quadrics and half spaces that limit the slider (kernels/rows/rod_cut.h). If a quadric and
/// a half space are joined, the quadric's ends suffice.
namespace hexscan {

/// A slider: all its values that are the same for all rows and orientations. The type `Limits` is a SliderRowLeg, or
/// one with joints. Its surfaces are in coordinates of the leg vector. Intersected with a row at ly and lz, they give
/// columns relative to lx = 0. The axis and the bounds of a joint at the platform depend on the orientation.
template <class Limits>
struct SliderBreakpointLeg {
    static constexpr int most_breakpoints = 2 * Limits::limits;  ///< two of each limit

    SliderLeg leg;
    Limits limits;
    double columns_per_m;
    int columns;
    double extent_m;  ///< bound on the length of a leg vector, plus rod and travel
    double slack_columns;

    /// The slack of roots with this shift and rounding error. It includes the rounding error of the column where lx =
    /// 0, which is added to every root.
    HEXSCAN_HD_INLINE double slack_of(double shift_columns, double rounding_units) const {
        const double units = rounding_units + roundings_per_root * extent_m * columns_per_m;
        return units * unit_roundoff<double> + shift_columns;
    }
    HEXSCAN_HD_INLINE slider_limits::LegOnGrid on_grid() const {
        return {{0, 0, 0}, columns_per_m, 0, {extent_m, columns_per_m}};
    }
};
using JointlessSliderLeg = SliderBreakpointLeg<SliderRowLeg>;
using JointedSliderLeg = SliderBreakpointLeg<JointedSliderRowLeg>;

/// Adds the breakpoints at the ends of one limit.
template <class Rod, class Breakpoints>
HEXSCAN_HD_INLINE_ON_DEVICE void add_rod_breakpoints(const Rod& rod, const RodSurface& surface, double slack_columns,
                                                     double ly_m, double lz_m, Breakpoints& breakpoints) {
    using std::fabs;
    const auto& of = rod.leg;
    const RodConstants<double>& constants = surface.full;
    const RodTerms<double> row = rod_terms<double>(surface, ly_m, lz_m);
    const auto add = [&](double column, double slack) {
        breakpoints.add(breakpoint_at(rod.place.zero_column + column, slack + slack_columns, of.columns));
    };
    if (surface.cut == RodCut::below || surface.cut == RodCut::above) return add(row.edge, 0);
    if (surface.cut == RodCut::all_or_none) {
        if (!(fabs(row.edge) > constants.grazing)) breakpoints.add({0, of.columns - 1});
        return;
    }
    if (row.discriminant < -constants.grazing) return;
    const double half = row_math::root(fabs(row.discriminant) + constants.grazing) * constants.columns_per_m2;
    if (!(row.discriminant > constants.grazing)) return add(row.centre, half);
    const double exact_half = row_math::root(row.discriminant) * constants.columns_per_m2;
    add(row.centre - exact_half, 0);
    add(row.centre + exact_half, 0);
}

/// Adds the breakpoints of the platform's joint, whose axis depends on the leg's orientation.
template <class Rod, class Breakpoints>
HEXSCAN_HD_INLINE void add_platform_breakpoints(const Rod& rod, double ly_m, double lz_m, Breakpoints& breakpoints) {
    const auto& of = rod.leg;
    if (!of.leg.platform.is_limited()) return;
    RodEnd end = of.leg.platform;
    end.axis = rod.place.platform_axis;
    slider_limits::for_each_joint_bound(of.leg, end, of.on_grid(), [&](int, const slider_limits::PreparedBound& bound) {
        const slider_limits::PreparedSurface& prepared = bound.prepared;
        add_rod_breakpoints(rod, prepared.surface, of.slack_of(prepared.shift_columns, prepared.rounding_units), ly_m,
                            lz_m, breakpoints);
    });
}

/// Adds the places where the leg's verdict may change.
template <template <class> class Placed, class Limits, class Breakpoints>
HEXSCAN_HD_INLINE void add_breakpoints(const Placed<SliderBreakpointLeg<Limits>>& rod, double ly_m, double lz_m,
                                       ColumnRange, Breakpoints& breakpoints) {
    const double slack_columns = rod.leg.slack_columns;
    for_each_kept(rod.leg.limits, [&]<RodCuts>(const RodSurface& surface) {
        add_rod_breakpoints(rod, surface, slack_columns, ly_m, lz_m, breakpoints);
    });
    for_each_hole(rod.leg.limits, [&]<RodCuts>(int, const RodSurface& surface) {
        add_rod_breakpoints(rod, surface, slack_columns, ly_m, lz_m, breakpoints);
    });
    if constexpr (Limits::has_joints) add_platform_breakpoints(rod, ly_m, lz_m, breakpoints);
}

/// The columns among `asked` that the leg may reach. No cheap bound is computed for a slider, so these are all of them.
template <template <class> class Placed, class Limits>
HEXSCAN_HD_INLINE ColumnRange columns_in_reach(const Placed<SliderBreakpointLeg<Limits>>&, double, double,
                                               ColumnRange asked) {
    return asked;
}

/// The reference test.
template <class Limits>
HEXSCAN_HD_INLINE bool exactly_keeps(const SliderBreakpointLeg<Limits>& leg, Vec3<double> platform_axis,
                                     Vec3<double> l_m) {
    if constexpr (!Limits::has_joints) {
        return exact_slider_keeps(leg.leg, l_m);
    } else {
        SliderLeg turned = leg.leg;
        turned.platform.axis = platform_axis;
        return exact_slider_keeps(turned, l_m);
    }
}

}  // namespace hexscan
