#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "leg_breakpoints.h"
#include "row_noise.h"
#include "slider_rows.h"

/// Where a slider's verdict may change along a row: at the ends of the quadrics and of the half spaces that limit it
/// (kernels/rows/rod_cut.h), for rows of many orientations. Of a quadric and a half space that are joined the quadric
/// says it all.
namespace hexscan {

/// A slider and what is constant for all rows. Its limits are those of leg vectors: cut with a row at ly and lz they
/// give columns from where lx = 0.
struct SliderBreakpointLeg {
    SliderLeg leg;
    JointedSliderRowLeg limits;
    double zero_column, columns_per_m;  ///< the (fractional) column where lx = 0
    int columns;
    double extent_m;  ///< a leg vector is nowhere longer than this less the rod and the travel
    double slack_columns;
};

/// Breakpoints of a leg at most: two of each limit.
inline constexpr int most_slider_breakpoints = 2 * (3 + JointedSliderRowLeg::bound_count);

/// Adds the ends of one limit.
template <class Breakpoints>
HEXSCAN_HD_INLINE void add_rod_breakpoints(const SliderBreakpointLeg& of, const RodSurface& surface, double ly_m,
                                           double lz_m, Breakpoints& breakpoints) {
    using std::fabs;
    const RodConstants<double>& constants = surface.full;
    const RodTerms<double> row = rod_terms<double>(surface, ly_m, lz_m);
    const auto add = [&](double column, double slack) {
        breakpoints.add(breakpoint_at(of.zero_column + column, slack + of.slack_columns, of.columns));
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
template <class Breakpoints>
HEXSCAN_HD_INLINE void add_slider_breakpoints(const SliderBreakpointLeg& of, double ly_m, double lz_m,
                                              Breakpoints& breakpoints) {
    for_each_kept(of.limits, [&]<RodCuts>(const RodSurface& surface) {
        add_rod_breakpoints(of, surface, ly_m, lz_m, breakpoints);
    });
    for_each_hole(of.limits, [&]<RodCuts>(int, const RodSurface& surface) {
        add_rod_breakpoints(of, surface, ly_m, lz_m, breakpoints);
    });
}

}  // namespace hexscan
