#include "src/scan/plan.h"

#include <cmath>
#include <numbers>

#include "kernels/kinematics.h"

namespace hexscan {
namespace {

GridAxis<double> grid_axis(const ScanRange& range) {
    const double step = range.count > 1 ? (range.to_m - range.from_m) / (range.count - 1) : 0.0;
    return {range.from_m, range.to_m, step, range.count, 0, range.count};
}

/// A rotation leaves 1e-17 where a zero belongs; a row solver would divide by it.
Vector without_rounding_dust(Vector axis) {
    for (double* component : {&axis.x, &axis.y, &axis.z})
        if (std::abs(*component) < 1e-15) *component = 0.0;
    return axis;
}

/// c |c| of c = cos(max_tilt). The angles whose squared cosine is a multiple of 1/4 (0, 30, 45, 60, 90 ...
/// degrees) get it exactly, so that a point meant to lie on such a cone does.
double signed_cos_sq(double max_tilt_rad) {
    if (!(max_tilt_rad < std::numbers::pi)) return unlimited_signed_cos_sq;
    const double cosine = exact_cos(max_tilt_rad);
    const double quarters = std::round(cosine * cosine * 4) / 4;
    const double squared = std::abs(cosine * cosine - quarters) < 1e-15 ? quarters : cosine * cosine;
    return cosine < 0 ? -squared : squared;
}

double min_elevation_rad(double max_tilt_rad) {
    return max_tilt_rad < std::numbers::pi ? std::numbers::pi / 2 - max_tilt_rad : unlimited_elevation_rad;
}

Leg<double> make_leg(const Machine& machine, const Rotation& turned, std::size_t i) {
    Leg<double> leg{};
    leg.offset_m = turned(machine.platform.points_m[i]) - machine.base.points_m[i];
    leg.base_axis = without_rounding_dust(machine.base.axes[i]);
    leg.platform_axis = without_rounding_dust(turned(machine.platform.axes[i]));
    leg.min_length_m = machine.min_length_m[i];
    leg.max_length_m = machine.max_length_m[i];
    leg.min_length_sq_m2 = leg.min_length_m * leg.min_length_m;
    leg.max_length_sq_m2 = leg.max_length_m * leg.max_length_m;
    leg.base_min_elevation_rad = min_elevation_rad(machine.base.max_tilt_rad[i]);
    leg.platform_min_elevation_rad = min_elevation_rad(machine.platform.max_tilt_rad[i]);
    leg.base_signed_cos_sq = signed_cos_sq(machine.base.max_tilt_rad[i]);
    leg.platform_signed_cos_sq = signed_cos_sq(machine.platform.max_tilt_rad[i]);
    return leg;
}

GridAxis<float> to_float(const GridAxis<double>& axis) {
    return {static_cast<float>(axis.from_m),
            static_cast<float>(axis.to_m),
            static_cast<float>(axis.step_m),
            axis.count,
            axis.begin,
            axis.full_count};
}

Vec3<float> to_float(const Vector& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Leg<float> to_float(const Leg<double>& leg) {
    return {to_float(leg.offset_m),
            to_float(leg.base_axis),
            to_float(leg.platform_axis),
            static_cast<float>(leg.min_length_m),
            static_cast<float>(leg.max_length_m),
            static_cast<float>(leg.base_min_elevation_rad),
            static_cast<float>(leg.platform_min_elevation_rad),
            static_cast<float>(leg.min_length_sq_m2),
            static_cast<float>(leg.max_length_sq_m2),
            static_cast<float>(leg.base_signed_cos_sq),
            static_cast<float>(leg.platform_signed_cos_sq)};
}

}  // namespace

ScanPlan ScanPlan::slab(int first, int count) const {
    ScanPlan part = *this;
    part.geometry.z.begin += first;
    part.geometry.z.count = count;
    return part;
}

ScanPlan make_scan_plan(const Machine& machine, const ScanRequest& request) {
    ScanPlan plan{};
    plan.geometry.x = grid_axis(request.x);
    plan.geometry.y = grid_axis(request.y);
    plan.geometry.z = grid_axis(request.z);
    const Rotation turned = rotation_of(request.orientation);
    for (std::size_t i = 0; i < leg_count; ++i) plan.geometry.legs[i] = make_leg(machine, turned, i);
    return plan;
}

int axis_column(const ScanPlan& plan) {
    int below = -1, from = plan.columns();
    while (from - below > 1) {
        const int middle = below + (from - below) / 2;
        (grid_coordinate(plan.geometry.x, middle) < 0 ? below : from) = middle;
    }
    return from;
}

ScanGeometry<float> to_float(const ScanGeometry<double>& geometry) {
    ScanGeometry<float> rounded{};
    rounded.x = to_float(geometry.x);
    rounded.y = to_float(geometry.y);
    rounded.z = to_float(geometry.z);
    for (int i = 0; i < leg_count; ++i) rounded.legs[i] = to_float(geometry.legs[i]);
    return rounded;
}

}  // namespace hexscan
