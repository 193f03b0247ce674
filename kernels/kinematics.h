#pragma once

#include <cmath>
#include <numbers>

#include "exact_arithmetic.h"
#include "host_device.h"
#include "scan_geometry.h"
#include "surfaces/cone.h"

/// The inverse kinematics of a 6-UPS hexapod and its limits, for host and device.
///
/// Symbols (Merlet, Parallel Robots, 2nd ed., ch. 3 and 7): leg vector l = p + R b - a, length L = |l|, squared length
/// q, joint axis n, and d = l . n. So d / L is the sine of the leg's elevation above the plane of the joint (90 degrees
/// minus its tilt from the axis).
///
/// The limits have two equivalent forms. The published form (kernels/ladder/point_tests.h) needs square root, division
/// and arcsine. The squared form here needs none of them, because x -> x |x| is increasing:
///     d / L >= c   <=>   d |d| >= c |c| q.
/// A point exactly on a limit is reachable. A leg of length zero counts as lying on its axis.
namespace hexscan {

/// Coordinate of grid point i of the axis, in metres. The first and the last point equal the ends of the range exactly.
HEXSCAN_HD_INLINE double grid_coordinate(const GridAxis<double>& axis, int i) {
    const int index = axis.begin + i;
    return index == axis.full_count - 1
               ? axis.to_m
               : exact::add(axis.from_m, exact::multiply(static_cast<double>(index), axis.step_m));
}

/// The coordinate in single precision, for the float kernels (rounding error: 1e-7 of the range).
HEXSCAN_HD_INLINE float grid_coordinate(const GridAxis<float>& axis, int i) {
    return axis.from_m + static_cast<float>(axis.begin + i) * axis.step_m;
}

/// The leg vector at position `p`, whose coordinates may be vector lanes.
template <class Real, class Position = Real>
HEXSCAN_HD_INLINE auto leg_vector(const Leg<Real>& leg, Vec3<Position> p) {
    return p + leg.offset_m;
}

/// The parts of a leg's double-precision test that are constant along a grid row.
struct LegRow {
    double yz_sq_m2;      ///< ly^2 + lz^2
    double base_d_m;      ///< ny ly + nz lz of the base joint
    double platform_d_m;  ///< ny ly + nz lz of the platform joint
};

/// Computes these parts for the row with these y and z, in metres.
HEXSCAN_HD_INLINE LegRow exact_leg_row(const Leg<double>& leg, double y_m, double z_m) {
    using exact::add;
    using exact::multiply;
    const double ly = add(y_m, leg.offset_m.y);
    const double lz = add(z_m, leg.offset_m.z);
    return {add(multiply(ly, ly), multiply(lz, lz)), add(multiply(leg.base_axis.y, ly), multiply(leg.base_axis.z, lz)),
            add(multiply(leg.platform_axis.y, ly), multiply(leg.platform_axis.z, lz))};
}

/// The reference test of one leg, in double. It uses only squares and signs, and rounds every operation separately, so
/// host and device agree to the last bit. All engines are compared with this test.
HEXSCAN_HD_INLINE bool exact_leg_within_limits(const Leg<double>& leg, const LegRow& row, double x_m) {
    using exact::add;
    using exact::multiply;
    const double lx = add(x_m, leg.offset_m.x);
    const double q = add(multiply(lx, lx), row.yz_sq_m2);
    const double base_d = add(multiply(leg.base_axis.x, lx), row.base_d_m);
    const double platform_d = add(multiply(leg.platform_axis.x, lx), row.platform_d_m);
    const bool stroke = (q >= leg.min_length_sq_m2) & (q <= leg.max_length_sq_m2);
    const bool base = signed_square(base_d) >= multiply(leg.base_signed_cos_sq, q);
    const bool platform = signed_square(platform_d) >= multiply(leg.platform_signed_cos_sq, q);
    return stroke & base & platform;
}

/// The reference verdict of one position.
HEXSCAN_HD_INLINE bool exact_reachable(const ScanGeometry<double>& geometry, double x_m, double y_m, double z_m) {
    bool reachable = true;
    for (int i = 0; i < leg_count && reachable; ++i)
        reachable = exact_leg_within_limits(geometry.legs[i], exact_leg_row(geometry.legs[i], y_m, z_m), x_m);
    return reachable;
}

/// The elevation, computed from both components by the arctangent. It stays accurate near the axis, where the arcsine
/// loses half its digits. A leg of length zero counts as lying on the axis.
HEXSCAN_HD_INLINE double accurate_elevation_rad(Vec3<double> l, Vec3<double> axis) {
    const Vec3<double> across = cross(l, axis);
    const double beside = std::sqrt(dot(across, across));
    const double along = dot(l, axis);
    return beside == 0 && along == 0 ? std::numbers::pi / 2 : std::atan2(along, beside);
}

/// The smallest slack of the pose, with its sign. The slack of a length is divided by Lmax; the slack of an angle is in
/// radians. The result is at least 0 if and only if the pose is reachable.
HEXSCAN_HD_INLINE double margin(const ScanGeometry<double>& geometry, Vec3<double> p) {
    double tightest = INFINITY;
    for (int i = 0; i < leg_count; ++i) {
        const Leg<double>& leg = geometry.legs[i];
        const Vec3<double> l = leg_vector(leg, p);
        const double length = std::sqrt(dot(l, l));
        const double slacks[] = {(length - leg.min_length_m) / leg.max_length_m,
                                 (leg.max_length_m - length) / leg.max_length_m,
                                 accurate_elevation_rad(l, leg.base_axis) - leg.base_min_elevation_rad,
                                 accurate_elevation_rad(l, leg.platform_axis) - leg.platform_min_elevation_rad};
        for (const double slack : slacks)
            tightest = slack >= tightest || tightest != tightest ? tightest : slack;  // NaN persists
    }
    return tightest;
}

}  // namespace hexscan
