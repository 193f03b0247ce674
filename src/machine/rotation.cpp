#include "src/machine/rotation.h"

#include <algorithm>
#include <cmath>

#include "kernels/poses/orientation.h"

namespace hexscan {
namespace {

constexpr double snap_tolerance = 1e-15;
/// Rounding error of a component that should be 0 after normalisation.
constexpr double axis_rounding = 1e-15;

/// Returns the nearest of 0, +-1/2 and +-1 if `value` differs from it by a rounding error, otherwise `value`.
double snap_to_half(double value) {
    const double nearest = std::round(2.0 * value) / 2.0;
    return std::abs(value - nearest) < snap_tolerance ? nearest : value;
}

}  // namespace

double exact_sin(double angle_rad) { return snap_to_half(std::sin(angle_rad)); }

double exact_cos(double angle_rad) { return snap_to_half(std::cos(angle_rad)); }

// First divides by the largest component, so that tiny and huge vectors keep their direction.
Vector direction(const Vector& v) {
    const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    const Vector scaled{v.x / largest, v.y / largest, v.z / largest};
    const double length = std::hypot(scaled.x, scaled.y, scaled.z);
    const auto component = [&](double c) { return std::abs(c / length) < axis_rounding ? 0.0 : c / length; };
    return {component(scaled.x), component(scaled.y), component(scaled.z)};
}

Vector Rotation::back(const Vector& v) const {
    return {x.x * v.x + y.x * v.y + z.x * v.z, x.y * v.x + y.y * v.y + z.y * v.z, x.z * v.x + y.z * v.y + z.z * v.z};
}

const char* order_name(OrientationOrder order) { return order == OrientationOrder::zyx ? "zyx" : "xyz"; }

const char* order_text(OrientationOrder order) {
    return order == OrientationOrder::zyx ? "first roll about x, then pitch about y, then yaw about z, all about axes "
                                            "that stay fixed (R = Rz Ry Rx)"
                                          : "first yaw about z, then pitch about y, then roll about x, all about axes "
                                            "that stay fixed (R = Rx Ry Rz)";
}

Rotation rotation_of(const Orientation& o, OrientationOrder order) {
    const RollPitchYawSines sines{exact_sin(o.roll_rad), exact_sin(o.pitch_rad), exact_sin(o.yaw_rad),
                                  exact_cos(o.roll_rad), exact_cos(o.pitch_rad), exact_cos(o.yaw_rad)};
    const RotationRows r = order == OrientationOrder::xyz ? rotation_xyz(sines) : rotation_zyx(sines);
    return {r.x, r.y, r.z};
}

}  // namespace hexscan
