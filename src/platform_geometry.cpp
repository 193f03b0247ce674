#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "src/platform.h"

namespace hexscan {
namespace {

constexpr double inch_m = 0.0254;
constexpr double snap_tolerance = 1e-15;

/// The nearest of 0, +-1/2 and +-1 if `value` is a rounding error away from it, else `value`.
double snap_to_half(double value) {
    const double nearest = std::round(2.0 * value) / 2.0;
    return std::abs(value - nearest) < snap_tolerance ? nearest : value;
}

/// Rows of Rz(yaw) Ry(pitch) Rx(roll).
std::array<Vector, 3> rotation_rows(double roll_rad, double pitch_rad, double yaw_rad) {
    const double sr = exact_sin(roll_rad), cr = exact_cos(roll_rad);
    const double sp = exact_sin(pitch_rad), cp = exact_cos(pitch_rad);
    const double sy = exact_sin(yaw_rad), cy = exact_cos(yaw_rad);
    return {{{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
             {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
             {-sp, cp * sr, cp * cr}}};
}

double dot_product(const Vector& a, const Vector& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

}  // namespace

double Units::metres(double value) const {
    if (length == "mm")
        return value / 1000.0;
    if (length == "cm")
        return value / 100.0;
    return length == "in" ? value * inch_m : value;
}

double Units::from_metres(double metres) const {
    if (length == "mm")
        return metres * 1000.0;
    if (length == "cm")
        return metres * 100.0;
    return length == "in" ? metres / inch_m : metres;
}

double Units::radians(double value) const {
    return angle == "deg" ? value * std::numbers::pi / 180.0 : value;
}

double Units::from_radians(double radians) const {
    return angle == "deg" ? radians * 180.0 / std::numbers::pi : radians;
}

double exact_sin(double angle_rad) {
    return snap_to_half(std::sin(angle_rad));
}

double exact_cos(double angle_rad) {
    return snap_to_half(std::cos(angle_rad));
}

Vector rotate(const Vector& v, double roll_rad, double pitch_rad, double yaw_rad) {
    const auto rows = rotation_rows(roll_rad, pitch_rad, yaw_rad);
    return {dot_product(rows[0], v), dot_product(rows[1], v), dot_product(rows[2], v)};
}

Vector rotate_back(const Vector& v, double roll_rad, double pitch_rad, double yaw_rad) {
    const auto rows = rotation_rows(roll_rad, pitch_rad, yaw_rad);
    return {rows[0].x * v.x + rows[1].x * v.y + rows[2].x * v.z,
            rows[0].y * v.x + rows[1].y * v.y + rows[2].y * v.z,
            rows[0].z * v.x + rows[1].z * v.y + rows[2].z * v.z};
}

std::string scan_range_problem(const ScanRange& range) {
    if (range.count < 1 || range.count > max_axis_points)
        return fmt::format("has {} points; 1 to {} are allowed", range.count, max_axis_points);
    for (const double end_m : {range.from_m, range.to_m})
        if (!(std::abs(end_m) <= max_extent_m))
            return fmt::format("reaches to {0} m; from and to must lie within -{1} m and {1} m", end_m,
                               max_extent_m);
    if (range.from_m > range.to_m)
        return fmt::format("runs from {} m to {} m; from must be below to, or equal to it for a single point",
                           range.from_m, range.to_m);
    if (range.count == 1 && range.from_m == range.to_m)
        return "";
    if (range.count == 1)
        return fmt::format("has one point on the range {} m to {} m; both ends are grid points, so a single "
                           "point needs from equal to to",
                           range.from_m, range.to_m);
    const double step_m = (range.to_m - range.from_m) / (range.count - 1);
    if (range.from_m + step_m == range.from_m || range.to_m - step_m == range.to_m)
        return fmt::format("has {} points on the range {} m to {} m; several points need a range long enough "
                           "to tell them apart",
                           range.count, range.from_m, range.to_m);
    return "";
}

std::string scan_size_problem(const ScanSettings& scan) {
    const std::int64_t points_per_slice = std::int64_t{scan.x.count} * scan.y.count;
    constexpr std::int64_t most_points = std::numeric_limits<std::int64_t>::max();
    if (points_per_slice <= most_points / scan.z.count)
        return "";
    return fmt::format("has {} x {} x {} points; at most {} in all can be indexed", scan.x.count,
                       scan.y.count, scan.z.count, most_points);
}

}  // namespace hexscan
