#include "src/scan/row_geometry.h"

#include <algorithm>
#include <cmath>

namespace hexscan {
namespace {

/// Past this |1 / A| the far root lies beyond any grid whatever its exact value.
constexpr double largest_inverse_leading = 1e12;

/// A cone so flat (c below this) differs from a plane by less than its own rounding; it is treated as one.
constexpr double flat_cosine = 1e-12;

/// Columns that the noise may shift an end. Rows where it could shift it farther count as grazing.
constexpr double most_noise_columns = 0.2;

/// With less than half a column of slack an end leaves at most one column in doubt, inside the grid, and the verdict holds
/// still on either side of it: the reference's own noise is smaller still.
constexpr double most_slack_columns = 0.45;

/// How coarsely the reference test and the solver's invariants see one leg, all bounds of absolute rounding errors. The
/// reference's d |d| - c |c| q takes some forty roundings, the coordinates' own among them, the solver a dozen more; 256
/// and 64 leave room.
struct Noise {
    double extent_m;  ///< no component of a leg vector is larger
    double columns_per_m;

    /// Of q against the square of a length: terms up to extent^2.
    double stroke_m2() const { return 256 * unit_roundoff<double> * extent_m * extent_m; }
    /// Of n . l.
    double axis_m() const { return 64 * unit_roundoff<double> * extent_m; }
    /// Of d |d| against c |c| q where they are equal, d = c L: twice d times the noise of d, and c^2 times that of q.
    double cone_m2(double cosine) const { return stroke_m2() * cosine + 4 * axis_m() * axis_m(); }

    /// Where the discriminant of a quadratic with that noise is no larger, the row grazes. Near a root the slope is twice
    /// the discriminant's root, so the noise shifts the root by noise / slope, and second-order terms by no more: above
    /// 16 times the noise the row is cut for certain, and above the other term the shift is below most_noise_columns.
    double grazing_m2(double noise_m2) const {
        const double dense = 2 * noise_m2 * columns_per_m / most_noise_columns;
        return std::max(16 * noise_m2, dense * dense);
    }
    /// The shift of a root that is not grazing, in columns, twice as large as it can be.
    double shift_columns(double noise_m2) const {
        return 2 * noise_m2 / std::sqrt(grazing_m2(noise_m2)) * columns_per_m;
    }
};

/// A joint limit with the bound on the shift of its ends.
struct PreparedCone {
    RowCone cone{};
    double shift_columns = 0;
};

void set_constants(double axis_x, double inverse_leading, double inverse_axis_x, double grazing, RowCone& cone) {
    cone.full = {axis_x, inverse_leading, inverse_axis_x, grazing};
    cone.single = {static_cast<float>(axis_x), static_cast<float>(inverse_leading), static_cast<float>(inverse_axis_x),
                   static_cast<float>(grazing)};
}

/// A limit of 90 degrees, or so near that the cone is a plane to within 2 c extent. An edge nearly parallel to the row
/// cuts it nowhere for certain; then the sign of e decides, unless it is as small as nx times the row's extent.
double prepare_half_space(const Noise& noise, RowCone& cone) {
    const double noise_m = noise.axis_m() + 2 * std::sqrt(cone.cos_sq) * noise.extent_m;
    const double shift_columns = noise_m / std::abs(cone.axis.x) * noise.columns_per_m;
    if (shift_columns <= most_noise_columns) {
        set_constants(cone.axis.x, 0, 1 / cone.axis.x, noise_m, cone);
        return shift_columns;
    }
    set_constants(0, 0, 0, 2 * noise_m + std::abs(cone.axis.x) * noise.extent_m, cone);
    return 0;
}

double prepare_quadratic(const Noise& noise, RowCone& cone) {
    const double noise_m2 = noise.cone_m2(std::sqrt(cone.cos_sq));
    const double inverse_leading =
        std::copysign(std::min(1 / std::abs(cone.leading), largest_inverse_leading), cone.leading);
    set_constants(cone.axis.x, inverse_leading, 0, noise.grazing_m2(noise_m2), cone);
    return noise.shift_columns(noise_m2);
}

PreparedCone prepare_cone(const Vector& axis, double signed_cos_sq, const Noise& noise) {
    PreparedCone prepared;
    RowCone& cone = prepared.cone;
    if (signed_cos_sq == unlimited_signed_cos_sq) return prepared;
    cone.forbidden = signed_cos_sq < 0;
    cone.axis = cone.forbidden ? Vector{-axis.x, -axis.y, -axis.z} : axis;
    cone.cos_sq = std::abs(signed_cos_sq);
    cone.leading = axis.x * axis.x - cone.cos_sq;
    const bool flat = cone.cos_sq < flat_cosine * flat_cosine;
    cone.cut = flat ? ConeCut::half_space : cone.leading < 0 ? ConeCut::bounded : ConeCut::ray;
    prepared.shift_columns = flat ? prepare_half_space(noise, cone) : prepare_quadratic(noise, cone);
    return prepared;
}

double largest_coordinate(const GridAxis<double>& axis) { return std::max(std::abs(axis.from_m), std::abs(axis.to_m)); }

Noise noise_of(const ScanPlan& plan, const Leg<double>& leg, double columns_per_m) {
    return {std::hypot(largest_coordinate(plan.geometry.x) + std::abs(leg.offset_m.x),
                       largest_coordinate(plan.geometry.y) + std::abs(leg.offset_m.y),
                       largest_coordinate(plan.geometry.z) + std::abs(leg.offset_m.z)),
            columns_per_m};
}

/// A leg with the bounds of its roots: how far noise may shift them, in columns, and how far their own rounding, in
/// columns per unit roundoff.
struct PreparedLeg {
    RowLeg leg{};
    double shift_columns = 0, rounding_units = 0;
};

PreparedLeg prepare_leg(const ScanPlan& plan, const Leg<double>& leg, double columns_per_m) {
    const Noise noise = noise_of(plan, leg, columns_per_m);
    const PreparedCone base = prepare_cone(leg.base_axis, leg.base_signed_cos_sq, noise);
    const PreparedCone platform = prepare_cone(leg.platform_axis, leg.platform_signed_cos_sq, noise);
    PreparedLeg prepared;
    RowLeg& row = prepared.leg;
    row.full = {-(plan.geometry.x.from_m + leg.offset_m.x) * columns_per_m, noise.grazing_m2(noise.stroke_m2())};
    row.single = {static_cast<float>(row.full.zero_column), static_cast<float>(row.full.grazing_m2)};
    row.base = base.cone;
    row.platform = platform.cone;
    prepared.shift_columns =
        std::max({noise.shift_columns(noise.stroke_m2()), base.shift_columns, platform.shift_columns});
    // A root on the grid is at most as far from the column where lx = 0 as the farthest grid column, and wrong by
    // roundings_per_root units of that; the shift by that column adds two units of its own.
    const double zero = std::abs(row.full.zero_column);
    const double farthest = std::max(zero, std::abs(plan.columns() - row.full.zero_column)) + 1;
    prepared.rounding_units = roundings_per_root * farthest + 2 * zero;
    return prepared;
}

}  // namespace

RowGeometry make_row_geometry(const ScanPlan& plan) {
    RowGeometry geometry{};
    geometry.exact = plan.geometry;
    // A single column sits at column 0 whatever the scale.
    const double columns_per_m = plan.columns() > 1 ? 1 / plan.geometry.x.step_m : 1;
    double rounding_units = 0, shift_columns = 0;
    for (int i = 0; i < leg_count; ++i) {
        const PreparedLeg prepared = prepare_leg(plan, plan.geometry.legs[i], columns_per_m);
        geometry.legs[i] = prepared.leg;
        geometry.wide |= prepared.leg.base.forbidden || prepared.leg.platform.forbidden;
        rounding_units = std::max(rounding_units, prepared.rounding_units);
        shift_columns = std::max(shift_columns, prepared.shift_columns);
    }
    geometry.full = {columns_per_m, rounding_units * unit_roundoff<double> + shift_columns};
    geometry.single = {static_cast<float>(columns_per_m),
                       static_cast<float>(rounding_units * static_cast<double>(unit_roundoff<float>) + shift_columns)};
    geometry.solvable = geometry.full.slack_columns < most_slack_columns;
    geometry.single_suffices =
        geometry.solvable && static_cast<double>(geometry.single.slack_columns) < most_slack_columns;
    return geometry;
}

}  // namespace hexscan
