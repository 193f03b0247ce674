#include "src/scan/row_geometry.h"

#include <algorithm>
#include <cmath>

namespace hexscan {
namespace {

/// Past this |1 / A| the far root lies beyond any grid whatever its exact value.
constexpr double largest_inverse_leading = 1e12;

template <class Real>
ConeConstants<Real> cone_constants(const RowCone& cone) {
    const double inverse_axis_x = cone.cut == ConeCut::half_space && cone.axis.x != 0 ? 1 / cone.axis.x : 0;
    const double inverse_leading =
        std::copysign(std::min(1 / std::abs(cone.leading), largest_inverse_leading), cone.leading);
    return {static_cast<Real>(std::sqrt(cone.cos_sq)), static_cast<Real>(cone.axis.x),
            static_cast<Real>(inverse_leading), static_cast<Real>(inverse_axis_x)};
}

RowCone make_cone(const Vector& axis, double signed_cos_sq) {
    RowCone cone{};
    if (signed_cos_sq == unlimited_signed_cos_sq) return cone;
    cone.forbidden = signed_cos_sq < 0;
    cone.axis = cone.forbidden ? Vector{-axis.x, -axis.y, -axis.z} : axis;
    cone.cos_sq = std::abs(signed_cos_sq);
    cone.leading = axis.x * axis.x - cone.cos_sq;
    cone.cut = cone.cos_sq == 0 ? ConeCut::half_space : cone.leading < 0 ? ConeCut::bounded : ConeCut::ray;
    cone.single = cone_constants<float>(cone);
    cone.full = cone_constants<double>(cone);
    return cone;
}

double largest_coordinate(const GridAxis<double>& axis) { return std::max(std::abs(axis.from_m), std::abs(axis.to_m)); }

RowLeg make_row_leg(const ScanPlan& plan, const Leg<double>& leg, double columns_per_m) {
    RowLeg row{};
    // The reference's d |d| - c |c| q takes some forty roundings of terms no larger than extent^2, the
    // coordinates' own among them, and the solver's invariants a dozen more; 256 and 64 leave room.
    const double extent_m = std::hypot(largest_coordinate(plan.geometry.x) + std::abs(leg.offset_m.x),
                                       largest_coordinate(plan.geometry.y) + std::abs(leg.offset_m.y),
                                       largest_coordinate(plan.geometry.z) + std::abs(leg.offset_m.z));
    const double noise_m = 64 * unit_roundoff<double> * extent_m;
    row.full = {-(plan.geometry.x.from_m + leg.offset_m.x) * columns_per_m,
                256 * unit_roundoff<double> * extent_m * extent_m, noise_m};
    row.single = {static_cast<float>(row.full.zero_column), static_cast<float>(row.full.noise_m2),
                  static_cast<float>(noise_m)};
    row.base = make_cone(leg.base_axis, leg.base_signed_cos_sq);
    row.platform = make_cone(leg.platform_axis, leg.platform_signed_cos_sq);
    return row;
}

/// Bound on the rounding of any root of the leg that falls on the grid, in columns per unit roundoff: its
/// distance from the column where lx = 0 is at most the farthest grid column's and is wrong by
/// `roundings_per_root` units of that; the shift by that column adds two units of its own.
double rounding_units(const RowLeg& leg, int columns) {
    const double zero = std::abs(leg.full.zero_column);
    const double farthest = std::max(zero, std::abs(columns - leg.full.zero_column)) + 1;
    return roundings_per_root * farthest + 2 * zero;
}

/// Bound, in columns, on the noise at a root of the leg that is not grazing. A quadratic's slope is at least
/// sqrt(grazing_factor * noise) there; doubled for the rounding of its own terms. A half space's slope is nx.
double noise_columns(const RowLeg& leg, double columns_per_m) {
    const double quadratic_m = 2 * std::sqrt(leg.full.noise_m2 / grazing_factor);
    const double half_space_m =
        leg.full.noise_m * std::max(std::abs(leg.base.full.inverse_axis_x), std::abs(leg.platform.full.inverse_axis_x));
    return std::max(quadratic_m, half_space_m) * columns_per_m;
}

}  // namespace

RowGeometry make_row_geometry(const ScanPlan& plan) {
    RowGeometry geometry{};
    geometry.exact = plan.geometry;
    // A single column sits at column 0 whatever the scale.
    const double columns_per_m = plan.columns() > 1 ? 1 / plan.geometry.x.step_m : 1;
    double rounding = 0, noise = 0;  // rounding in units of the unit roundoff
    for (int i = 0; i < leg_count; ++i) {
        RowLeg& leg = geometry.legs[i];
        leg = make_row_leg(plan, plan.geometry.legs[i], columns_per_m);
        geometry.wide |= leg.base.forbidden || leg.platform.forbidden;
        rounding = std::max(rounding, rounding_units(leg, plan.columns()));
        noise = std::max(noise, noise_columns(leg, columns_per_m));
    }
    geometry.full = {columns_per_m, rounding * unit_roundoff<double> + noise};
    geometry.single = {static_cast<float>(columns_per_m),
                       static_cast<float>(rounding * static_cast<double>(unit_roundoff<float>) + noise)};
    // With less than half a column of slack an end leaves at most one column in doubt, inside the grid, and
    // the verdict holds still on either side of it: the reference's own noise is smaller still.
    constexpr double most_slack_columns = 0.45;
    geometry.solvable = geometry.full.slack_columns < most_slack_columns;
    geometry.single_suffices =
        geometry.solvable && static_cast<double>(geometry.single.slack_columns) < most_slack_columns;
    return geometry;
}

}  // namespace hexscan
