#include "src/scan/rows/slider_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <variant>

#include "src/scan/rows/row_geometry.h"

namespace hexscan {
namespace {

/// Beyond every grid, as a factor of what is not 0.
constexpr double huge = 1e30;

/// A form that is linear in a leg vector, in metres.
struct LegForm {
    Vector slope;
    double constant_m;
};

/// A leg on a grid: its leg vector is the position plus the offset.
struct LegOnGrid {
    Vector offset_m;
    double columns_per_m, zero_column;
    RowNoise noise;

    /// The form's part that the row keeps.
    OfRow part_beside(const LegForm& form) const {
        return {form.slope.y, form.slope.z, form.slope.y * offset_m.y + form.slope.z * offset_m.z + form.constant_m};
    }
};

OfRow times(const OfRow& a, double factor) { return {a.y * factor, a.z * factor, a.constant * factor}; }
OfRow operator+(const OfRow& a, const OfRow& b) { return {a.y + b.y, a.z + b.z, a.constant + b.constant}; }
OfRow operator-(const OfRow& a, const OfRow& b) { return a + times(b, -1); }

/// A limit with the bounds of its roots: how far noise may shift them, in columns, and how far their own rounding and
/// that of an edge that joins, in columns per unit roundoff.
struct PreparedSurface {
    RodSurface surface{};
    double shift_columns = 0, rounding_units = 0, edge_units = 0;
};

/// The unit vector of what of v is square to e.
Vector direction_square_to(const Vector& e, const Vector& v) {
    const Vector beside = v - scaled(e, dot(v, e));
    return scaled(beside, 1 / length_of(beside));
}

/// Any unit vector square to e.
Vector square_to(const Vector& e) {
    const double x = std::abs(e.x), y = std::abs(e.y), z = std::abs(e.z);
    const Vector least = x <= y && x <= z ? Vector{1, 0, 0} : y <= z ? Vector{0, 1, 0} : Vector{0, 0, 1};
    return direction_square_to(e, least);
}

/// Constants of every precision.
void set_constants(double columns_per_m2, double grazing, RodSurface& surface) {
    surface.full = {columns_per_m2, grazing, 0};
    surface.single = {static_cast<float>(columns_per_m2), static_cast<float>(grazing), 0};
}

/// The edge of {form >= 0} as a column; how it lies to the row says the cut.
struct Edge {
    OfRow edge;
    int way;  ///< 1: high columns are within, -1: low ones, 0: it is parallel, and the edge is -form in metres
};

Edge edge_of(const LegForm& form, const LegOnGrid& leg, double least_slope) {
    const OfRow beside = leg.part_beside(form);
    if (std::abs(form.slope.x) < least_slope) return {times(beside, -1), 0};
    OfRow edge = times(beside, -leg.columns_per_m / form.slope.x);
    edge.constant += leg.zero_column;
    return {edge, form.slope.x > 0 ? 1 : -1};
}

/// The half space {form >= 0} alone.
PreparedSurface half_space(const LegForm& form, const LegOnGrid& leg, double noise_m) {
    // Below it noise could shift the edge too far.
    const double least_slope = noise_m * leg.columns_per_m / most_noise_columns;
    const Edge edge = edge_of(form, leg, least_slope);
    PreparedSurface prepared;
    prepared.surface.cut = edge.way == 0 ? RodCut::all_or_none : edge.way > 0 ? RodCut::above : RodCut::below;
    prepared.surface.edge = edge.edge;
    set_constants(0, 2 * noise_m + std::abs(form.slope.x) * leg.noise.extent_m, prepared.surface);
    if (edge.way == 0) return prepared;
    prepared.shift_columns = noise_m / std::abs(form.slope.x) * leg.columns_per_m;
    prepared.rounding_units = roundings_per_root * (leg.noise.extent_m * leg.columns_per_m / std::abs(form.slope.x) +
                                                    std::abs(leg.zero_column));
    return prepared;
}

/// The quadric of two forms or three, of which the first alone moves along the row then:
/// first^2 + second^2 + third^2 <= radius^2.
struct Quadric {
    std::array<LegForm, 3> forms;
    double radius_m;
    bool is_ball;  ///< of three forms
};

PreparedSurface quadric(const Quadric& of, const LegOnGrid& leg, double noise_m2) {
    const std::array<OfRow, 3> w{leg.part_beside(of.forms[0]), leg.part_beside(of.forms[1]),
                                 leg.part_beside(of.forms[2])};
    const double u0 = of.forms[0].slope.x, u1 = of.forms[1].slope.x, square = u0 * u0 + u1 * u1;
    // So nearly along the row that the quadric changes by less than the noise from one end of it to the other.
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
    // On the grid neither the middle nor the half is farther from it than the widest half is.
    const double widest = std::sqrt(square) > along_row ? of.radius_m / std::sqrt(square) * leg.columns_per_m : 0;
    prepared.rounding_units =
        roundings_per_root * (std::abs(leg.zero_column) + leg.noise.extent_m * leg.columns_per_m + 2 * widest);
    return prepared;
}

/// The quadric joined by the half space {form >= 0}, whose edge lies within it where the rod reaches.
PreparedSurface joined(const Quadric& of, const LegForm& form, const LegOnGrid& leg, double noise_m2) {
    // Flatter ones change by so little along the row that their squares are below all noise.
    constexpr double least_slope = 1e-9;
    PreparedSurface prepared = quadric(of, leg, noise_m2);
    const Edge edge = edge_of(form, leg, least_slope);
    prepared.surface.cut = edge.way == 0  ? RodCut::joined_or_not
                           : edge.way > 0 ? RodCut::joined_above
                                          : RodCut::joined_below;
    prepared.surface.edge = edge.edge;
    // A row along the edge is not joined: the quadric says the same there, and its ends are asked.
    if (edge.way == 0)
        prepared.surface.edge.constant += leg.noise.axis_m() + std::abs(form.slope.x) * leg.noise.extent_m;
    if (edge.way != 0)
        prepared.edge_units = roundings_per_root * (leg.noise.extent_m * leg.columns_per_m / std::abs(form.slope.x) +
                                                    std::abs(leg.zero_column));
    return prepared;
}

/// A leg with the bounds of all its limits.
struct PreparedLeg {
    JointedSliderRowLeg leg{};
    double shift_columns = 0, rounding_units = 0, edge_units = 0;

    RodSurface bounded(const PreparedSurface& prepared) {
        shift_columns = std::max(shift_columns, prepared.shift_columns);
        rounding_units = std::max(rounding_units, prepared.rounding_units);
        edge_units = std::max(edge_units, prepared.edge_units);
        return prepared.surface;
    }
    void add_bound(int index, bool cuts_hole, const PreparedSurface& prepared) {
        leg.bounds[index] = {true, cuts_hole, bounded(prepared)};
    }
};

/// The reach of the rod and the ends of its travel.
/// Ends of travel that are `beyond_m` away have nothing to say.
void add_travel(const SliderLeg& slider, const LegOnGrid& leg, double beyond_m, PreparedLeg& prepared) {
    const Vector e = slider.rail;
    const double noise_m2 = leg.noise.stroke_m2();
    const Vector first = square_to(e), second = cross(e, first);
    const Quadric cylinder{{LegForm{first, 0}, LegForm{second, 0}, LegForm{}}, slider.rod_m, false};
    prepared.leg.reach = prepared.bounded(quadric(cylinder, leg, noise_m2));
    const auto ball = [&](double travel_m) {
        return Quadric{{LegForm{{1, 0, 0}, -travel_m * e.x}, LegForm{{0, 1, 0}, -travel_m * e.y},
                        LegForm{{0, 0, 1}, -travel_m * e.z}},
                       slider.rod_m,
                       true};
    };
    const auto behind = [&](double travel_m) { return LegForm{scaled(e, -1), travel_m}; };
    prepared.leg.has_to = slider.to_m < beyond_m;
    if (prepared.leg.has_to)
        prepared.leg.to = prepared.bounded(joined(ball(slider.to_m), behind(slider.to_m), leg, noise_m2));
    prepared.leg.has_from = slider.from_m > -beyond_m;
    if (prepared.leg.has_from)
        prepared.leg.from = prepared.bounded(joined(ball(slider.from_m), behind(slider.from_m), leg, noise_m2));
}

/// n . rod >= c d, as the leg's bound `index`.
void add_joint_bound(const SliderLeg& slider, const Vector& n, double cosine, const LegOnGrid& leg, int index,
                     PreparedLeg& prepared) {
    const Vector e = slider.rail;
    const double ahead = dot(n, e), bound_m = cosine * slider.rod_m;
    const Vector beside = n - scaled(e, ahead);
    const LegForm beyond{beside, -bound_m};
    // An ellipse so flat is the edge itself.
    constexpr double flat = 1e-9;
    if (std::abs(ahead) < flat) {
        prepared.add_bound(index, false,
                           half_space(beyond, leg, leg.noise.axis_m() + 2 * std::abs(ahead) * slider.rod_m));
        return;
    }
    const double lean = std::sqrt(dot(beside, beside));
    const Vector first = lean > 0 ? direction_square_to(e, beside) : square_to(e), second = cross(e, first);
    const double sine_sq = std::max(0.0, 1 - cosine * cosine);
    const Quadric ellipse{{LegForm{first, -bound_m * lean}, LegForm{scaled(second, ahead), 0}, LegForm{}},
                          slider.rod_m * std::abs(ahead) * std::sqrt(sine_sq),
                          false};
    const double noise_m2 = 2 * leg.noise.stroke_m2();
    if (ahead > 0)
        prepared.add_bound(index, false, joined(ellipse, beyond, leg, noise_m2));
    else
        prepared.add_bound(index, true, joined(ellipse, {scaled(beside, -1), bound_m}, leg, noise_m2));
}

constexpr int first_platform_bound = JointedSliderRowLeg::bounds_of_joint;

/// The bounds of a joint, from the leg's bound `first` on.
void add_joint(const SliderLeg& slider, const RodEnd& end, const LegOnGrid& leg, int first, PreparedLeg& prepared) {
    if (end.least_cosine > -1) add_joint_bound(slider, end.axis, end.least_cosine, leg, first, prepared);
    if (end.most_cosine < 1) add_joint_bound(slider, scaled(end.axis, -1), -end.most_cosine, leg, first + 1, prepared);
}

/// Farther ends of travel have nothing to say of leg vectors up to so long.
double farthest_travel_m(const SliderLeg& slider, double longest_m) { return 1.001 * (longest_m + slider.rod_m); }

RowNoise noise_of(const SliderLeg& slider, double farthest_m, double columns_per_m) {
    // Ends of travel that are nowhere near do not add to the noise.
    const auto near = [&](double travel_m) { return std::abs(travel_m) < farthest_m ? std::abs(travel_m) : 0; };
    return {farthest_m + std::max(near(slider.from_m), near(slider.to_m)), columns_per_m};
}

PreparedLeg prepare_leg(const ScanGrid& grid, double columns_per_m, const PlacedSlider& placed) {
    const SliderLeg& slider = placed.leg;
    const double farthest_m = farthest_travel_m(slider, longest_vector_m(grid, placed.offset_m));
    const LegOnGrid leg{placed.offset_m, columns_per_m, -(grid.x.from_m + placed.offset_m.x) * columns_per_m,
                        noise_of(slider, farthest_m, columns_per_m)};
    PreparedLeg prepared;
    add_travel(slider, leg, farthest_m, prepared);
    add_joint(slider, slider.carriage, leg, 0, prepared);
    add_joint(slider, slider.platform, leg, first_platform_bound, prepared);
    return prepared;
}

/// Where quadric and half space meet so nearly that either may be first: several slacks, and what the edge is off by.
constexpr double tie_slacks = 8;

void set_ties(const JointedSliderGeometry& geometry, double edge_units, RodSurface& surface) {
    surface.full.tie_columns = tie_slacks * geometry.full_slack_columns + edge_units * unit_roundoff<double>;
    surface.single.tie_columns = static_cast<float>(tie_slacks * static_cast<double>(geometry.single_slack_columns) +
                                                    edge_units * unit_roundoff<double>);
}

}  // namespace

std::optional<SliderRowsOfPlan> make_slider_geometry(const ScanPlan& plan) {
    if (!plan.has_rods() || plan.has_shared_limits() || !plan.is_single()) return std::nullopt;
    SliderRowsOfPlan rows{};
    JointedSliderGeometry& geometry = rows.geometry;
    geometry.x = plan.x;
    geometry.y = plan.y;
    geometry.z = plan.z;
    // A single column sits at column 0 whatever the scale.
    const double columns_per_m = plan.columns() > 1 ? 1 / plan.x.step_m : 1;
    const PosedLegs posed = plan.set->rods_at(0);
    double rounding_units = 0, edge_units = 0, shift_columns = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const std::optional<RodForm> form = posed.legs[i]->form();
        const auto* const slider = form ? std::get_if<SliderLeg>(&*form) : nullptr;
        if (!slider) return std::nullopt;
        geometry.exact[i] = {posed.offset_m[i], *slider};
        rows.has_joints |= slider->carriage.is_limited() || slider->platform.is_limited();
        const PreparedLeg prepared = prepare_leg(plan, columns_per_m, geometry.exact[i]);
        geometry.legs[i] = prepared.leg;
        rounding_units = std::max(rounding_units, prepared.rounding_units);
        edge_units = std::max(edge_units, prepared.edge_units);
        shift_columns = std::max(shift_columns, prepared.shift_columns);
    }
    geometry.full_slack_columns = rounding_units * unit_roundoff<double> + shift_columns;
    geometry.single_slack_columns =
        static_cast<float>(rounding_units * static_cast<double>(unit_roundoff<float>) + shift_columns);
    for (JointedSliderRowLeg& leg : geometry.legs) {
        for (RodSurface* const surface : {&leg.to, &leg.from}) set_ties(geometry, edge_units, *surface);
        for (JointBound& bound : leg.bounds) set_ties(geometry, edge_units, bound.surface);
    }
    if (!(geometry.full_slack_columns < most_slack_columns)) return std::nullopt;
    rows.single_suffices = static_cast<double>(geometry.single_slack_columns) < most_slack_columns;
    return rows;
}

JointlessSliderGeometry without_joints(const JointedSliderGeometry& geometry) {
    JointlessSliderGeometry small{
        geometry.x, geometry.y, geometry.z, geometry.single_slack_columns, geometry.full_slack_columns, {}, {}};
    std::copy_n(geometry.legs, leg_count, small.legs);
    std::copy_n(geometry.exact, leg_count, small.exact);
    return small;
}

namespace {

/// Takes over what was prepared for leg vectors as they are. The column where lx = 0, which is added to every root, is
/// rounded, too.
void take_over(const PreparedLeg& prepared, JointedSliderLeg& leg) {
    const double units = prepared.rounding_units + roundings_per_root * leg.extent_m * leg.columns_per_m;
    leg.limits = prepared.leg;
    leg.slack_columns = std::max(leg.slack_columns, units * unit_roundoff<double> + prepared.shift_columns);
}

LegOnGrid without_offset(const JointedSliderLeg& leg) {
    return {{0, 0, 0}, leg.columns_per_m, 0, {leg.extent_m, leg.columns_per_m}};
}

}  // namespace

JointedSliderLeg make_slider_breakpoint_leg(const SliderLeg& slider, double longest_m, double columns_per_m,
                                            int columns) {
    const double farthest_m = farthest_travel_m(slider, longest_m);
    JointedSliderLeg leg{slider, {}, columns_per_m, columns, noise_of(slider, farthest_m, columns_per_m).extent_m, 0};
    leg.leg.from_m = std::max(slider.from_m, -farthest_m);
    leg.leg.to_m = std::min(slider.to_m, farthest_m);
    PreparedLeg prepared;
    add_travel(slider, without_offset(leg), farthest_m, prepared);
    add_joint(slider, slider.carriage, without_offset(leg), 0, prepared);
    add_joint(slider, slider.platform, without_offset(leg), first_platform_bound, prepared);
    take_over(prepared, leg);
    return leg;
}

JointlessSliderLeg without_joints(const JointedSliderLeg& leg) {
    return {leg.leg, leg.limits, leg.columns_per_m, leg.columns, leg.extent_m, leg.slack_columns};
}

JointedSliderLeg with_platform_axis(const JointedSliderLeg& leg, const Vector& axis) {
    JointedSliderLeg turned = leg;
    turned.leg.platform.axis = axis;
    PreparedLeg prepared{turned.limits};
    add_joint(turned.leg, turned.leg.platform, without_offset(turned), first_platform_bound, prepared);
    take_over(prepared, turned);
    return turned;
}

}  // namespace hexscan
