#include "src/scan/rows/row_geometry.h"

#include <algorithm>
#include <cmath>

#include "kernels/kinematics.h"

namespace hexscan {
namespace {

/// A joint limit, with a bound on how far rounding can shift its ends.
struct PreparedCone {
    RowCone cone{};
    double shift_columns = 0;
};

PreparedCone prepare_cone(const Vector& axis, double signed_cos_sq, const RowNoise& noise) {
    const ConeNoise limit = cone_noise(noise, signed_cos_sq);
    PreparedCone prepared{make_row_cone(axis, signed_cos_sq, limit), 0};
    const RowCone& cone = prepared.cone;
    if (cone.cut == ConeCut::half_space && cone.full.inverse_axis_x != 0)
        prepared.shift_columns = half_space_shift_columns(limit, cone.axis.x);
    else if (cone.cut == ConeCut::bounded || cone.cut == ConeCut::ray)
        prepared.shift_columns = noise.shift_columns(noise.cone_m2(std::sqrt(cone.cos_sq)));
    return prepared;
}

double largest_coordinate(const GridAxis<double>& axis) { return std::max(std::abs(axis.from_m), std::abs(axis.to_m)); }

/// A leg, with two bounds on the errors of its roots: the shift by noise in columns, and the rounding of the roots
/// themselves in columns per unit roundoff.
struct PreparedLeg {
    RowLeg leg{};
    double shift_columns = 0, rounding_units = 0;
};

PreparedLeg prepare_leg(const OrientedPlan& plan, const Leg<double>& leg, double columns_per_m) {
    const RowNoise noise{longest_leg_vector_m(plan, leg), columns_per_m};
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
    // A root is no farther from the column with lx = 0 than the farthest grid column is. The root's error is
    // roundings_per_root units of that distance. The shift by that column adds two units of its own.
    const double zero = std::abs(row.full.zero_column);
    const double farthest = std::max(zero, std::abs(plan.columns() - row.full.zero_column)) + 1;
    prepared.rounding_units = roundings_per_root * farthest + 2 * zero;
    return prepared;
}

/// A cone counts as inside another one only if the angle between their surfaces exceeds this number of radians. The
/// reference tests both joints with the same leg vector, so its rounding error is far smaller.
constexpr double clear_angle_rad = 1e-6;

double angle_between_rad(const Vector& a, const Vector& b) {
    return std::atan2(std::hypot(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x),
                      a.x * b.x + a.y * b.y + a.z * b.z);
}

/// A joint limit of a leg in the form that the reference tests.
struct TestedCone {
    Vector axis;
    double min_elevation_rad, signed_cos_sq;
};

/// True if every leg vector that satisfies `strict` also satisfies `loose`. If both cones have exactly the same axis,
/// the reference compares the same numbers with two limits, so no margin is needed.
bool implies(const TestedCone& strict, const TestedCone& loose) {
    if (strict.signed_cos_sq == unlimited_signed_cos_sq || loose.signed_cos_sq == unlimited_signed_cos_sq) return false;
    if (strict.axis == loose.axis && strict.signed_cos_sq >= loose.signed_cos_sq) return true;
    return angle_between_rad(strict.axis, loose.axis) + clear_angle_rad <=
           strict.min_elevation_rad - loose.min_elevation_rad;
}

/// True if at every point of the slice the leg is clearly longer than its shortest length. The factor of two covers
/// rounding.
bool is_beyond_shortest(const RowGeometry& geometry, int leg, double z_m) {
    const Leg<double>& limits = geometry.exact.legs[leg];
    if (!(limits.min_length_sq_m2 > 0)) return true;
    const double lz_m = z_m + limits.offset_m.z;
    return limits.min_length_sq_m2 - lz_m * lz_m < -2 * geometry.legs[leg].full.grazing_m2;
}

bool may_have_holes(const RowGeometry& geometry, double z_m) {
    for (int leg = 0; leg < leg_count; ++leg)
        if (!is_beyond_shortest(geometry, leg, z_m)) return true;
    return false;
}

}  // namespace

double longest_vector_m(const ScanGrid& grid, const Vector& offset_m) {
    return std::hypot(largest_coordinate(grid.x) + std::abs(offset_m.x),
                      largest_coordinate(grid.y) + std::abs(offset_m.y),
                      largest_coordinate(grid.z) + std::abs(offset_m.z));
}

double longest_leg_vector_m(const ScanGrid& grid, const Leg<double>& leg) {
    return longest_vector_m(grid, leg.offset_m);
}

double clearance_doubt_m(const ScanGrid& grid, const Leg<double>& leg) {
    const auto axis_error = [](const Vector& axis, double signed_cos_sq) {
        const double error = std::abs(dot(axis, axis) - 1);
        return signed_cos_sq == unlimited_signed_cos_sq || error <= 0x1p-48 ? 0 : error;
    };
    const double error = std::max(axis_error(leg.base_axis, leg.base_signed_cos_sq),
                                  axis_error(leg.platform_axis, leg.platform_signed_cos_sq));
    return (0x1p-22 + 4 * std::sqrt(error)) * longest_leg_vector_m(grid, leg);
}

RowGeometry make_row_geometry(const OrientedPlan& plan) {
    RowGeometry geometry{};
    geometry.exact = plan.geometry;
    // On an axis with a single column the scale does not matter.
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

bool is_narrow(const RowGeometry& geometry) {
    return !geometry.wide && geometry.single_suffices && geometry.exact.x.count <= 65536;
}

RowGeometry without_implied_limits(RowGeometry geometry) {
    for (int i = 0; i < leg_count; ++i) {
        const Leg<double>& leg = geometry.exact.legs[i];
        const TestedCone base{leg.base_axis, leg.base_min_elevation_rad, leg.base_signed_cos_sq};
        const TestedCone platform{leg.platform_axis, leg.platform_min_elevation_rad, leg.platform_signed_cos_sq};
        if (implies(base, platform))
            geometry.legs[i].platform = RowCone{};
        else if (implies(platform, base))
            geometry.legs[i].base = RowCone{};
    }
    return geometry;
}

ColumnRange slices_with_holes(const RowGeometry& geometry) {
    const GridAxis<double>& z = geometry.exact.z;
    ColumnRange slices{0, z.count - 1};
    while (!slices.empty() && !may_have_holes(geometry, grid_coordinate(z, slices.first))) ++slices.first;
    while (!slices.empty() && !may_have_holes(geometry, grid_coordinate(z, slices.last))) --slices.last;
    return slices;
}

}  // namespace hexscan
