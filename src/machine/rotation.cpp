#include "src/machine/rotation.h"

#include <algorithm>
#include <cmath>

namespace hexscan {
namespace {

constexpr double snap_tolerance = 1e-15;
/// Rounding error of normalising for a component that is meant to be 0.
constexpr double axis_rounding = 1e-15;

/// The nearest of 0, +-1/2 and +-1 if `value` is within a rounding error of it, else `value`.
double snap_to_half(double value) {
    const double nearest = std::round(2.0 * value) / 2.0;
    return std::abs(value - nearest) < snap_tolerance ? nearest : value;
}

}  // namespace

double exact_sin(double angle_rad) { return snap_to_half(std::sin(angle_rad)); }

double exact_cos(double angle_rad) { return snap_to_half(std::cos(angle_rad)); }

// First scaled by its largest component, so that neither tiny nor huge vectors lose their direction.
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

Rotation rotation_of(const Orientation& orientation, OrientationOrder order) {
    if (order == OrientationOrder::xyz) {
        // In a mirror that swaps x and z, a rotation about x becomes one about z in the opposite direction.
        const Rotation r =
            rotation_of({-orientation.yaw_rad, -orientation.pitch_rad, -orientation.roll_rad}, OrientationOrder::zyx);
        const auto swapped = [](const Vector& v) { return Vector{v.z, v.y, v.x}; };
        return {swapped(r.z), swapped(r.y), swapped(r.x)};
    }
    const double sr = exact_sin(orientation.roll_rad), cr = exact_cos(orientation.roll_rad);
    const double sp = exact_sin(orientation.pitch_rad), cp = exact_cos(orientation.pitch_rad);
    const double sy = exact_sin(orientation.yaw_rad), cy = exact_cos(orientation.yaw_rad);
    return {{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
            {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
            {-sp, cp * sr, cp * cr}};
}

}  // namespace hexscan
