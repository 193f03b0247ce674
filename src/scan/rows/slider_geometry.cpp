#include "src/scan/rows/slider_geometry.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include "kernels/rows/slider_limits.h"
#include "src/machine/legs/leg_forms.h"
#include "src/scan/rows/row_geometry.h"

namespace hexscan {
namespace {

using namespace slider_limits;

/// A leg, with the bounds of all its limits.
struct PreparedSliderLeg {
    JointedSliderRowLeg leg{};
    double shift_columns = 0, rounding_units = 0, edge_units = 0;

    RodSurface bounded(const PreparedSurface& prepared) {
        shift_columns = std::max(shift_columns, prepared.shift_columns);
        rounding_units = std::max(rounding_units, prepared.rounding_units);
        edge_units = std::max(edge_units, prepared.edge_units);
        return prepared.surface;
    }
    void add_bound(int index, const PreparedBound& bound) {
        leg.bounds[index] = {true, bound.cuts_hole, bounded(bound.prepared)};
    }
};

/// Adds two kinds of limits to a leg: the length of the rod, and the ends of the travel. Ends of the travel beyond
/// `beyond_m` cannot bind and are left out.
void add_travel(const SliderLeg& slider, const LegOnGrid& leg, double beyond_m, PreparedSliderLeg& prepared) {
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

constexpr int first_platform_bound = JointedSliderRowLeg::bounds_of_joint;

/// Adds the bounds of a joint limit, starting at index `first` of the leg's bounds.
void add_joint(const SliderLeg& slider, const RodEnd& end, const LegOnGrid& leg, int first,
               PreparedSliderLeg& prepared) {
    for_each_joint_bound(slider, end, leg,
                         [&](int k, const PreparedBound& bound) { prepared.add_bound(first + k, bound); });
}

/// Travel limits beyond this distance cannot bind, because no leg vector is longer than `longest_m`.
double farthest_travel_m(const SliderLeg& slider, double longest_m) { return 1.001 * (longest_m + slider.rod_m); }

RowNoise noise_of(const SliderLeg& slider, double farthest_m, double columns_per_m) {
    // A travel limit that cannot bind does not add to the noise.
    const auto near = [&](double travel_m) { return std::abs(travel_m) < farthest_m ? std::abs(travel_m) : 0; };
    return {farthest_m + std::max(near(slider.from_m), near(slider.to_m)), columns_per_m};
}

PreparedSliderLeg prepare_leg(const ScanGrid& grid, double columns_per_m, const PlacedSlider& placed) {
    const SliderLeg& slider = placed.leg;
    const double farthest_m = farthest_travel_m(slider, longest_vector_m(grid, placed.offset_m));
    const LegOnGrid leg{placed.offset_m, columns_per_m, -(grid.x.from_m + placed.offset_m.x) * columns_per_m,
                        noise_of(slider, farthest_m, columns_per_m)};
    PreparedSliderLeg prepared;
    add_travel(slider, leg, farthest_m, prepared);
    add_joint(slider, slider.carriage, leg, 0, prepared);
    add_joint(slider, slider.platform, leg, first_platform_bound, prepared);
    return prepared;
}

/// Some limits join a quadric and a half space (kernels/rows/rod_cut.h). If their ends are closer together than this
/// number of slacks, either may come first. The error of the half space's end adds to that distance.
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
    // On an axis with a single column the scale does not matter.
    const double columns_per_m = plan.columns() > 1 ? 1 / plan.x.step_m : 1;
    const PosedLegs posed = plan.set->rods_at(0);
    double rounding_units = 0, edge_units = 0, shift_columns = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const std::optional<RodForm> form = posed.legs[i]->form();
        const auto* const slider = form ? std::get_if<SliderLeg>(&*form) : nullptr;
        if (!slider) return std::nullopt;
        geometry.exact[i] = {posed.offset_m[i], *slider};
        rows.has_joints |= has_limited_joints(*slider);
        const PreparedSliderLeg prepared = prepare_leg(plan, columns_per_m, geometry.exact[i]);
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

JointedSliderLeg make_slider_breakpoint_leg(const SliderLeg& slider, double longest_m, double columns_per_m,
                                            int columns) {
    const double farthest_m = farthest_travel_m(slider, longest_m);
    JointedSliderLeg leg{slider, {}, columns_per_m, columns, noise_of(slider, farthest_m, columns_per_m).extent_m, 0};
    leg.leg.from_m = std::max(slider.from_m, -farthest_m);
    leg.leg.to_m = std::min(slider.to_m, farthest_m);
    PreparedSliderLeg prepared;
    add_travel(slider, leg.on_grid(), farthest_m, prepared);
    add_joint(slider, slider.carriage, leg.on_grid(), 0, prepared);
    leg.limits = prepared.leg;
    leg.slack_columns = leg.slack_of(prepared.shift_columns, prepared.rounding_units);
    return leg;
}

JointlessSliderLeg without_joints(const JointedSliderLeg& leg) {
    return {leg.leg, leg.limits, leg.columns_per_m, leg.columns, leg.extent_m, leg.slack_columns};
}

}  // namespace hexscan
