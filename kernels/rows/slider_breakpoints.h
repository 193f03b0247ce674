#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "leg_breakpoints.h"
#include "placed_rod.h"
#include "row_noise.h"
#include "slider_rows.h"

/// Where a slider's verdict may change along a row: at the ends of the quadrics and of the half spaces that limit it
/// (kernels/rows/rod_cut.h), for rows of many orientations. Of a quadric and a half space that are joined the quadric
/// says it all.
namespace hexscan {

/// A slider and what is constant for all rows. Its limits, a SliderRowLeg or one with joints, are those of leg vectors:
/// cut with a row at ly and lz they give columns from where lx = 0.
template <class Limits>
struct SliderBreakpointLeg {
    static constexpr int most_breakpoints = 2 * Limits::limits;  ///< two of each

    SliderLeg leg;
    Limits limits;
    double columns_per_m;
    int columns;
    double extent_m;  ///< a leg vector is nowhere longer than this less the rod and the travel
    double slack_columns;
};
using JointlessSliderLeg = SliderBreakpointLeg<SliderRowLeg>;
using JointedSliderLeg = SliderBreakpointLeg<JointedSliderRowLeg>;

/// Adds the ends of one limit.
template <class Rod, class Breakpoints>
HEXSCAN_HD_INLINE void add_rod_breakpoints(const Rod& rod, const RodSurface& surface, double ly_m, double lz_m,
                                           Breakpoints& breakpoints) {
    using std::fabs;
    const auto& of = rod.leg;
    const RodConstants<double>& constants = surface.full;
    const RodTerms<double> row = rod_terms<double>(surface, ly_m, lz_m);
    const auto add = [&](double column, double slack) {
        breakpoints.add(breakpoint_at(rod.place.zero_column + column, slack + of.slack_columns, of.columns));
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

/// Adds where the leg's verdict may change.
template <template <class> class Placed, class Limits, class Breakpoints>
HEXSCAN_HD_INLINE void add_breakpoints(const Placed<SliderBreakpointLeg<Limits>>& rod, double ly_m, double lz_m,
                                       ColumnRange, Breakpoints& breakpoints) {
    for_each_kept(rod.leg.limits, [&]<RodCuts>(const RodSurface& surface) {
        add_rod_breakpoints(rod, surface, ly_m, lz_m, breakpoints);
    });
    for_each_hole(rod.leg.limits, [&]<RodCuts>(int, const RodSurface& surface) {
        add_rod_breakpoints(rod, surface, ly_m, lz_m, breakpoints);
    });
}

/// Of the columns asked, those that are worth asking the leg about.
template <template <class> class Placed, class Limits>
HEXSCAN_HD_INLINE ColumnRange columns_in_reach(const Placed<SliderBreakpointLeg<Limits>>&, double, double,
                                               ColumnRange asked) {
    return asked;
}

/// THE reference test of a leg as it is turned.
template <class Limits>
HEXSCAN_HD_INLINE bool exactly_keeps(const SliderBreakpointLeg<Limits>& leg, Vec3<double>, Vec3<double> l_m) {
    return exact_slider_keeps(leg.leg, l_m);
}

/// The leg as it is with that axis of its joint at the platform. One with joints has other limits then
/// (src/scan/rows/slider_geometry.h).
HEXSCAN_HD_INLINE const JointlessSliderLeg& turned_leg(const JointlessSliderLeg& leg, Vec3<double>) { return leg; }

}  // namespace hexscan
