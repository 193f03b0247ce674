#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/rod_end.h"
#include "kernels/slider_leg.h"
#include "kernels/vec3.h"
#include "rod_cut.h"
#include "row_noise.h"

/// Prepares the limits of a slider at an orientation for rows (kernels/rows/rod_cut.h): quadrics and half spaces with
/// the error bounds of their roots.
namespace hexscan {
namespace slider_limits {

/// A factor that moves any value except 0 beyond the end of every grid.
inline constexpr double huge = 1e30;

/// A linear function of a leg vector, in metres.
struct LegForm {
    Vec3<double> slope;
    double constant_m;
};

/// A leg and a grid. The leg vector is the platform's position plus the offset.
struct LegOnGrid {
    Vec3<double> offset_m;
    double columns_per_m, zero_column;
    RowNoise noise;

    /// The part of the form that is constant along a row.
    HEXSCAN_HD_INLINE OfRow part_beside(const LegForm& form) const {
        return {form.slope.y, form.slope.z, form.slope.y * offset_m.y + form.slope.z * offset_m.z + form.constant_m};
    }
};

HEXSCAN_HD_INLINE OfRow times(const OfRow& a, double factor) {
    return {a.y * factor, a.z * factor, a.constant * factor};
}
HEXSCAN_HD_INLINE OfRow operator+(const OfRow& a, const OfRow& b) {
    return {a.y + b.y, a.z + b.z, a.constant + b.constant};
}
HEXSCAN_HD_INLINE OfRow operator-(const OfRow& a, const OfRow& b) { return a + times(b, -1); }

/// A limit with error bounds of its roots. `shift_columns` bounds their shift by noise, in columns. Two other numbers
/// are in columns per unit roundoff: `rounding_units` bounds the rounding error of roots, `edge_units` that of a joined
/// edge.
struct PreparedSurface {
    RodSurface surface{};
    double shift_columns = 0, rounding_units = 0, edge_units = 0;
};

/// The unit vector of the component of v that is perpendicular to e.
HEXSCAN_HD_INLINE Vec3<double> direction_square_to(Vec3<double> e, Vec3<double> v) {
    const Vec3<double> beside = v - scaled(e, dot(v, e));
    return scaled(beside, 1 / row_math::root(dot(beside, beside)));
}

/// Any unit vector perpendicular to e.
HEXSCAN_HD_INLINE Vec3<double> square_to(Vec3<double> e) {
    using std::fabs;
    const double x = fabs(e.x), y = fabs(e.y), z = fabs(e.z);
    const Vec3<double> least = x <= y && x <= z ? Vec3<double>{1, 0, 0}
                               : y <= z         ? Vec3<double>{0, 1, 0}
                                                : Vec3<double>{0, 0, 1};
    return direction_square_to(e, least);
}

/// Sets the constants of every precision.
HEXSCAN_HD_INLINE void set_constants(double columns_per_m2, double grazing, RodSurface& surface) {
    surface.full = {columns_per_m2, grazing, 0};
    surface.single = {static_cast<float>(columns_per_m2), static_cast<float>(grazing), 0};
}

/// The edge of the half space {form >= 0}, as a column.
struct Edge {
    OfRow edge;
    int way;  ///< 1: the columns above the edge are inside; -1: those below are; 0: the edge is parallel to the row and
              ///< is -form in metres
};

HEXSCAN_HD_INLINE Edge edge_of(const LegForm& form, const LegOnGrid& leg, double least_slope) {
    using std::fabs;
    const OfRow beside = leg.part_beside(form);
    if (fabs(form.slope.x) < least_slope) return {times(beside, -1), 0};
    OfRow edge = times(beside, -leg.columns_per_m / form.slope.x);
    edge.constant += leg.zero_column;
    return {edge, form.slope.x > 0 ? 1 : -1};
}

/// Prepares the half space {form >= 0} as a limit of its own.
HEXSCAN_HD_INLINE_ON_DEVICE PreparedSurface half_space(const LegForm& form, const LegOnGrid& leg, double noise_m) {
    using std::fabs;
    // With a smaller slope, noise could shift the edge too far.
    const double least_slope = noise_m * leg.columns_per_m / most_noise_columns;
    const Edge edge = edge_of(form, leg, least_slope);
    PreparedSurface prepared;
    prepared.surface.cut = edge.way == 0 ? RodCut::all_or_none : edge.way > 0 ? RodCut::above : RodCut::below;
    prepared.surface.edge = edge.edge;
    set_constants(0, 2 * noise_m + fabs(form.slope.x) * leg.noise.extent_m, prepared.surface);
    if (edge.way == 0) return prepared;
    prepared.shift_columns = noise_m / fabs(form.slope.x) * leg.columns_per_m;
    prepared.rounding_units =
        roundings_per_root * (leg.noise.extent_m * leg.columns_per_m / fabs(form.slope.x) + fabs(leg.zero_column));
    return prepared;
}

/// The quadric first^2 + second^2 + third^2 <= radius^2 of two or three linear forms. If there are three, only the
/// first varies along the row.
struct Quadric {
    LegForm forms[3];
    double radius_m;
    bool is_ball;  ///< has three forms
};

HEXSCAN_HD_INLINE_ON_DEVICE PreparedSurface quadric(const Quadric& of, const LegOnGrid& leg, double noise_m2) {
    using std::fabs;
    const OfRow w[3]{leg.part_beside(of.forms[0]), leg.part_beside(of.forms[1]), leg.part_beside(of.forms[2])};
    const double u0 = of.forms[0].slope.x, u1 = of.forms[1].slope.x, square = u0 * u0 + u1 * u1;
    // Below this number, the quadric's axis is almost parallel to the row. Over the whole row the quadric then changes
    // by less than the noise.
    constexpr double along_row = 1e-16;
    PreparedSurface prepared;
    RodSurface& surface = prepared.surface;
    surface.cut = RodCut::quadric;
    double columns_per_m2 = huge;
    if (of.is_ball || square > along_row * along_row) {
        columns_per_m2 = leg.columns_per_m / square;
        surface.centre_columns = times(of.is_ball ? w[0] : times(w[0], u0) + times(w[1], u1), -columns_per_m2);
        surface.centre_columns.constant += leg.zero_column;
        surface.cross_m = of.is_ball ? w[1] : times(w[1], u0) - times(w[0], u1);
        if (of.is_ball) surface.other_m = w[2];
        surface.reach_m2 = square * of.radius_m * of.radius_m;
    } else {
        surface.cross_m = w[0];
        surface.other_m = w[1];
        surface.reach_m2 = of.radius_m * of.radius_m;
    }
    set_constants(columns_per_m2, leg.noise.grazing_m2(noise_m2), surface);
    prepared.shift_columns = leg.noise.shift_columns(noise_m2);
    // A root on the grid is at most the largest half width away from the middle of the quadric's chord. Half the chord
    // is no longer than that.
    const double widest =
        row_math::root(square) > along_row ? of.radius_m / row_math::root(square) * leg.columns_per_m : 0;
    prepared.rounding_units =
        roundings_per_root * (fabs(leg.zero_column) + leg.noise.extent_m * leg.columns_per_m + 2 * widest);
    return prepared;
}

/// Prepares the quadric joined with the half space {form >= 0}. The half space's edge lies inside the quadric wherever
/// the rod reaches.
HEXSCAN_HD_INLINE_ON_DEVICE PreparedSurface joined(const Quadric& of, const LegForm& form, const LegOnGrid& leg,
                                                   double noise_m2) {
    using std::fabs;
    // With a smaller slope, the form changes so little along the row that its square is below all noise.
    constexpr double least_slope = 1e-9;
    PreparedSurface prepared = quadric(of, leg, noise_m2);
    const Edge edge = edge_of(form, leg, least_slope);
    prepared.surface.cut = edge.way == 0  ? RodCut::joined_or_not
                           : edge.way > 0 ? RodCut::joined_above
                                          : RodCut::joined_below;
    prepared.surface.edge = edge.edge;
    // If the edge is parallel to the row, the row counts as inside the half space only if this is certain. Otherwise
    // the quadric alone gives the same result, and the columns at its ends are tested.
    if (edge.way == 0) prepared.surface.edge.constant += leg.noise.axis_m() + fabs(form.slope.x) * leg.noise.extent_m;
    if (edge.way != 0)
        prepared.edge_units =
            roundings_per_root * (leg.noise.extent_m * leg.columns_per_m / fabs(form.slope.x) + fabs(leg.zero_column));
    return prepared;
}

/// A bound on a joint's cosine: n . rod >= c d. Some bounds cut a hole, others keep an interval.
struct PreparedBound {
    bool cuts_hole;
    PreparedSurface prepared;
};
HEXSCAN_HD_INLINE_ON_DEVICE PreparedBound joint_bound(const SliderLeg& slider, Vec3<double> n, double cosine,
                                                      const LegOnGrid& leg) {
    using std::fabs;
    const Vec3<double> e = slider.rail;
    const double ahead = dot(n, e), bound_m = cosine * slider.rod_m;
    const Vec3<double> beside = n - scaled(e, ahead);
    const LegForm beyond{beside, -bound_m};
    // An ellipse that is flatter than this is treated as an edge.
    constexpr double flat = 1e-9;
    if (fabs(ahead) < flat)
        return {false, half_space(beyond, leg, leg.noise.axis_m() + 2 * fabs(ahead) * slider.rod_m)};
    const double lean = row_math::root(dot(beside, beside));
    // If the axis is along the rail, its component perpendicular to the rail is only rounding error. That component may
    // have any direction, even along the rail.
    constexpr double least_lean = 16 * unit_roundoff<double>;
    const Vec3<double> first = lean > least_lean ? direction_square_to(e, beside) : square_to(e);
    const Vec3<double> second = cross(e, first);
    const double sine_sq = row_math::larger(0.0, 1 - cosine * cosine);
    const Quadric ellipse{{LegForm{first, -bound_m * lean}, LegForm{scaled(second, ahead), 0}, LegForm{}},
                          slider.rod_m * fabs(ahead) * row_math::root(sine_sq),
                          false};
    const double noise_m2 = 2 * leg.noise.stroke_m2();
    if (ahead > 0) return {false, joined(ellipse, beyond, leg, noise_m2)};
    return {true, joined(ellipse, {scaled(beside, -1), bound_m}, leg, noise_m2)};
}

/// Calls visit(k, bound) for the bounds of a joint: k is 0 for its least cosine and 1 for its largest.
template <class Visit>
HEXSCAN_HD_INLINE void for_each_joint_bound(const SliderLeg& slider, const RodEnd& end, const LegOnGrid& leg,
                                            Visit visit) {
    HEXSCAN_ROLLED
    for (int k = 0; k < 2; ++k) {
        const double way = k == 0 ? 1 : -1, cosine = way * (k == 0 ? end.least_cosine : end.most_cosine);
        if (cosine > -1) visit(k, joint_bound(slider, scaled(end.axis, way), cosine, leg));
    }
}

}  // namespace slider_limits
}  // namespace hexscan
