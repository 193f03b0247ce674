#include "stages/margin_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kernels/ladder/intrinsic_policy.cuh"

namespace hexscan {
namespace {

/// Relative error of one rounding of a float: half an ulp.
constexpr double rounding = 0x1p-24;
/// Error bound of rsqrt.approx.ftz.f32 (PTX ISA).
const double root_error = std::exp2(-22.9);
constexpr double largest_tolerance = 5e-4;

double farthest(double from, double to) { return std::max(std::abs(from), std::abs(to)); }

/// Bound on the error of one component of a leg vector, in metres. Six values are rounded: the first value of the axis,
/// its step, their product, their sum, the offset, and the sum with the offset.
double component_error_m(const GridAxis<double>& axis, double offset_m) {
    const double reach_m = farthest(axis.from_m, axis.to_m);
    return rounding *
           (std::abs(axis.from_m) + 2 * std::abs(axis.to_m - axis.from_m) + 2 * reach_m + 2 * std::abs(offset_m));
}

/// Bound on the error of a leg vector, in metres.
double vector_error_m(const ScanGeometry<double>& scan, const Leg<double>& leg) {
    return std::hypot(component_error_m(scan.x, leg.offset_m.x), component_error_m(scan.y, leg.offset_m.y),
                      component_error_m(scan.z, leg.offset_m.z));
}

/// The largest distance (radians) from its limit at which a tilt may be misjudged. Near the axis the arcsine is steep.
/// There an error of the sine moves the limit to the angle whose cosine is larger by that error.
double tilt_error_rad(double min_elevation_rad, double sine_error) {
    if (min_elevation_rad <= unlimited_elevation_rad) return 0;
    const double tilt_rad = std::numbers::pi / 2 - min_elevation_rad;
    const double from_axis_rad = std::min(tilt_rad, std::numbers::pi - tilt_rad);
    const double judged_rad = std::max(0.0, from_axis_rad - IntrinsicMath::arcsine_error_bound_rad);
    return from_axis_rad - std::acos(std::min(1.0, std::cos(judged_rad) + sine_error));
}

double leg_margin_bound(const ScanGeometry<double>& scan, const Leg<double>& leg) {
    if (!(leg.min_length_m > 0)) return std::numeric_limits<double>::infinity();
    const double error_m = vector_error_m(scan, leg);
    // The roundings are those of the squares and their sums, of the root, of its product with the square, and of the
    // limit.
    const double length_error = error_m / leg.max_length_m + 2.5 * rounding + root_error + rounding;
    // The roundings are those of the vector, of the axis and of the sums of their product; then those of the reciprocal
    // length and of one more product.
    const double sine_error = 2 * error_m / leg.min_length_m + 4 * rounding + 2.5 * rounding + root_error;
    return std::max({length_error, tilt_error_rad(leg.base_min_elevation_rad, sine_error),
                     tilt_error_rad(leg.platform_min_elevation_rad, sine_error)});
}

}  // namespace

double intrinsic_margin_bound(const OrientedPlan& plan) {
    double bound = 0;
    for (const Leg<double>& leg : plan.geometry.legs) bound = std::max(bound, leg_margin_bound(plan.geometry, leg));
    return bound;
}

double intrinsic_margin_tolerance(const OrientedPlan& plan) {
    return std::min(2 * intrinsic_margin_bound(plan), largest_tolerance);
}

}  // namespace hexscan
