#pragma once

#include <cmath>

#include "exact_arithmetic.h"
#include "host_device.h"
#include "intrinsic_math.cuh"
#include "scan_geometry.h"
#include "surfaces/cone.h"
#include "surfaces/sphere.h"
#include "telescopic_limits.h"

/// Clearance of one leg: how far its far end can move in any direction before it meets a limit, signed (Merlet,
/// Parallel Robots, 2nd ed., ch. 7). Every limit is a sphere or a cone about the leg's near end, so closed forms exist:
///   - Stroke: L - Lmin and Lmax - L.
///   - A joint with tilt limit m at tilt t: L sin(m - t). If m - t or t - m exceeds 90 degrees, the apex is nearest,
///     and the clearance is L or -L.
///     With `along` = n . l = L cos t and `across` = |n x l| = L sin t the formula needs no angle:
///     L sin(m - t) = sin m along - cos m across. It also holds for limits beyond 90 degrees, whose forbidden cone is
///     convex.
/// A leg within its limits stays within them while its far end moves by at most its clearance. A leg that violates a
/// limit still violates it after any move shorter than minus its clearance.
namespace hexscan {

/// The limits of one leg, in the form that clearances need. A leg without a shortest length has minus infinity as that
/// limit, so that the limit's clearance is infinite.
template <class Real>
struct LegLimits {
    Real min_length_m, max_length_m;
    TiltLimit<Real> base, platform;
};

/// The square root for clearances. The device uses the approximate instruction for float. For double and for
/// exact::Number the root is correctly rounded.
HEXSCAN_HD_INLINE float clearance_root(float x) { return intrinsic::square_root(x); }
HEXSCAN_HD_INLINE double clearance_root(double x) {
    using std::sqrt;
    return sqrt(x);
}
HEXSCAN_HD_INLINE exact::Number clearance_root(exact::Number x) { return exact::sqrt(x); }

/// Clearance of the leg's limit `which`. The leg vector `l` and the joint axes at the pose are in the base frame.
template <class Real>
HEXSCAN_HD_INLINE Real limit_clearance_m(const LegLimits<Real>& limits, LegLimit which, Vec3<Real> l,
                                         Vec3<Real> base_axis, Vec3<Real> platform_axis) {
    const Real length_m = clearance_root(dot(l, l));
    if (which == LegLimit::shortest) return clearance_outside_sphere_m(limits.min_length_m, length_m);
    if (which == LegLimit::longest) return clearance_inside_sphere_m(limits.max_length_m, length_m);
    const bool base = which == LegLimit::base_joint;
    const Vec3<Real> axis = base ? base_axis : platform_axis, beside = cross(l, axis);
    return joint_clearance_m(base ? limits.base : limits.platform, dot(l, axis), clearance_root(dot(beside, beside)),
                             length_m);
}

/// All four clearances of a leg, in the order of LegLimit.
template <class Real>
struct LegClearances {
    Real m[telescopic_limit_count];
};

template <class Real>
HEXSCAN_HD_INLINE LegClearances<Real> leg_clearances(const LegLimits<Real>& limits, Vec3<Real> l, Vec3<Real> base_axis,
                                                     Vec3<Real> platform_axis) {
    LegClearances<Real> clearances;
    HEXSCAN_UNROLL
    for (int k = 0; k < telescopic_limit_count; ++k)
        clearances.m[k] = limit_clearance_m(limits, static_cast<LegLimit>(k), l, base_axis, platform_axis);
    return clearances;
}

}  // namespace hexscan
