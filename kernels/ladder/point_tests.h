#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "kernels/host_device.h"
#include "kernels/kinematics.h"
#include "kernels/scan_geometry.h"

/// The point tests of stages 1 to 7. They turn the positions of a thread's points into verdicts. A kernel calls them
/// with `float`, for one thread at a time. The CPU calls them with lanes (stages/float_lanes.h). Each lane replaces one
/// thread. Its verdicts equal those of a CPU loop over single threads, bit for bit.
///
/// The tests call `any`, `after_leg`, `clear_if` and `chosen` below to combine verdicts and to act on them. Lanes have
/// overloads of these four functions, and of those of <cmath>.
namespace hexscan {

/// The type of a verdict: `bool` for a device thread, a mask for lanes.
template <class Real>
using VerdictOf = decltype(Real{} <= Real{});

/// True if the thread's point is still reachable, so that the thread has more to test. For lanes: true if any lane's
/// point is still reachable.
HEXSCAN_HD_INLINE bool any(bool verdict) { return verdict; }

/// The verdict after one more leg. A single thread only tests the leg if its point is still reachable; a group of lanes
/// tests it if any lane's point is.
HEXSCAN_HD_INLINE bool after_leg(bool /*before*/, bool within) { return within; }

/// Sets the value to 0 if the condition is true.
HEXSCAN_HD_INLINE void clear_if(bool condition, float& value) {
    if (condition) value = 0.0F;
}

/// Returns `yes` if the condition is true, otherwise `no`.
HEXSCAN_HD_INLINE float chosen(bool condition, float yes, float no) { return condition ? yes : no; }

#if !defined(__CUDA_ARCH__)
/// asin(x) for x in -1 ... 1, without a branch, so that lanes can compute it. Over every float of 0 ... 1 the error is
/// at most 2.41 ulp (Arcsine.* in tests/stages tries one in a thousand).
///
/// Up to 1/2 it is x + x^3 P(x^2). Beyond, asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2)) reduces x to that range. P is the
/// minimax polynomial of degree 4 for the relative error over 0 ... 1/4 (a Remez exchange, 4.8e-9).
template <class Real>
HEXSCAN_HD_INLINE Real polynomial_arcsine(Real x) {
    using std::copysign;
    using std::fabs;
    using std::sqrt;
    constexpr float half_pi = 1.570796371F, half_pi_rest = -4.371139e-8F;  // their sum is pi/2 to 2^-50
    const Real a = fabs(x);
    const auto is_small = a <= 0.5F;
    const Real z = chosen(is_small, a * a, 0.5F - 0.5F * a);
    const Real s = chosen(is_small, a, sqrt(z));
    Real p = 4.216630881e-2F;
    p = p * z + 2.417951451e-2F;
    p = p * z + 4.547037598e-2F;
    p = p * z + 7.495297643e-2F;
    p = p * z + 1.666675248e-1F;
    const Real angle = s + s * z * p;
    return copysign(chosen(is_small, angle, half_pi - (2.0F * angle - half_pi_rest)), x);
}
#endif

/// The arcsine of stages 1 to 6. The device has its own arcsine; on the CPU a polynomial of the same accuracy works in
/// lanes.
template <class Real>
HEXSCAN_HD_INLINE Real arcsine(Real x) {
#if defined(__CUDA_ARCH__)
    return asin(x);
#else
    return polynomial_arcsine(x);
#endif
}

/// The language's own square root, division and arcsine, for stages 1 to 6.
struct StandardMath {
    /// |l|, computed from its square. In another policy this type may hold further values (see IntrinsicMath).
    template <class Real>
    struct LegLength {
        Real length_m;
    };

    template <class Real>
    static HEXSCAN_HD_INLINE LegLength<Real> measure(Real squared_length) {
        using std::sqrt;
        return {sqrt(squared_length)};
    }

    /// asin(d / L). Rounding may make the magnitude of the quotient larger than 1. Then asin would return NaN, and a
    /// leg on its axis would become unreachable. Both bounds prevent this. The upper one also turns the 0 / 0 of a leg
    /// of length zero into 1, because that leg counts as lying on its axis.
    template <class Real>
    static HEXSCAN_HD_INLINE Real elevation_rad(Real d, LegLength<Real> length) {
        using std::fmax;
        using std::fmin;
        return arcsine(fmax(fmin(d / length.length_m, Real(1.0F)), Real(-1.0F)));
    }
};

/// Tests both limits of the stroke without a branch.
template <class Real>
HEXSCAN_HD_INLINE VerdictOf<Real> within_stroke(const Leg<float>& leg, Real length_m) {
    return (length_m >= leg.min_length_m) & (length_m <= leg.max_length_m);
}

/// The published test of one leg: stroke, base joint, platform joint. It stops at the first violated limit. The
/// elevation of a leg above the plane of a joint is 90 degrees minus its tilt from the joint's axis.
template <class Math, class Real>
HEXSCAN_HD_INLINE VerdictOf<Real> leg_within_limits(const Leg<float>& leg, Vec3<Real> p) {
    const Vec3<Real> l = leg_vector(leg, p);
    const auto length = Math::measure(dot(l, l));
    VerdictOf<Real> within = length.length_m >= leg.min_length_m;
    if (!any(within)) return within;
    within &= length.length_m <= leg.max_length_m;
    if (!any(within)) return within;
    within &= Math::elevation_rad(dot(l, leg.base_axis), length) >= leg.base_min_elevation_rad;
    if (!any(within)) return within;
    within &= Math::elevation_rad(dot(l, leg.platform_axis), length) >= leg.platform_min_elevation_rad;
    return within;
}

/// A copy of the leg whose offset is `offset_m`, which comes from another place such as shared memory.
HEXSCAN_HD_INLINE Leg<float> with_offset(const Leg<float>& leg, const float (&offset_m)[3]) {
    Leg<float> local = leg;
    local.offset_m = {offset_m[0], offset_m[1], offset_m[2]};
    return local;
}

/// Scratch memory of one thread: six legs x (x, y, z, base angle, platform angle) + verdict. The published byte counts
/// imply 31 floats per thread. The published study does not name these values, so the list is our interpretation.
inline constexpr int scratch_floats = 5 * leg_count + 1;

/// Stages 1 to 3: each phase handles all six legs before the next phase starts, so all legs are measured before any is
/// judged. All intermediate values are in `mine`, which has `scratch_floats` floats.
template <class Real>
HEXSCAN_HD_INLINE VerdictOf<Real> test_in_phases(const ScanGeometry<float>& scan,
                                                 const float (&offsets_m)[leg_count][3], Vec3<Real> p, Real* mine) {
    Real& verdict = mine[5 * leg_count];
    HEXSCAN_STAYS_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        mine[5 * i + 0] = p.x + offsets_m[i][0];
        mine[5 * i + 1] = p.y + offsets_m[i][1];
        mine[5 * i + 2] = p.z + offsets_m[i][2];
    }
    verdict = 1.0F;
    HEXSCAN_STAYS_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const Leg<float>& leg = scan.legs[i];
        const Vec3<Real> l{mine[5 * i + 0], mine[5 * i + 1], mine[5 * i + 2]};
        const auto length = StandardMath::measure(dot(l, l));
        mine[5 * i + 3] = StandardMath::elevation_rad(dot(l, leg.base_axis), length);
        mine[5 * i + 4] = StandardMath::elevation_rad(dot(l, leg.platform_axis), length);
        clear_if((length.length_m < leg.min_length_m) | (length.length_m > leg.max_length_m), verdict);
    }
    HEXSCAN_STAYS_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const Leg<float>& leg = scan.legs[i];
        clear_if((mine[5 * i + 3] < leg.base_min_elevation_rad) | (mine[5 * i + 4] < leg.platform_min_elevation_rad),
                 verdict);
    }
    return verdict != 0.0F;
}

/// Stage 4: intermediate values are in registers, so each leg is judged at once. The first leg that violates a limit
/// ends the loop.
template <class Real>
HEXSCAN_HD_INLINE VerdictOf<Real> test_leg_by_leg(const ScanGeometry<float>& scan,
                                                  const float (&offsets_m)[leg_count][3], Vec3<Real> p) {
    VerdictOf<Real> reachable(true);
    HEXSCAN_STAYS_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        reachable = after_leg(reachable, leg_within_limits<StandardMath>(with_offset(scan.legs[i], offsets_m[i]), p));
        if (!any(reachable)) break;
    }
    return reachable;
}

/// True if any of a thread's points is still reachable.
template <class Verdict, int points>
HEXSCAN_HD_INLINE bool any_of(const Verdict (&reachable)[points]) {
    bool one = false;
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k) one |= any(reachable[k]);
    return one;
}

/// Stages 5 to 7: tests `points` independent points of a thread against legs `first` to `end` - 1. The points advance
/// limit by limit: a limit's values are computed for all points before any point is judged. The operator `&` needs no
/// branch, so the instructions of one point fill the waiting time of another. The loops over points are unrolled, so
/// that the arrays are in registers. The thread stops once none of its points is reachable.
template <class Math, int unrolled_legs, int points, class Real>
HEXSCAN_HD_INLINE void test_legs_side_by_side(const ScanGeometry<float>& scan, int first, int end,
                                              const Vec3<Real> (&p)[points], VerdictOf<Real> (&reachable)[points]) {
#if defined(__CUDA_ARCH__)
#pragma unroll unrolled_legs
#endif
    for (int i = first; i < end; ++i) {
        const Leg<float>& leg = scan.legs[i];
        Vec3<Real> l[points];
        decltype(Math::measure(Real{})) length[points];
        Real elevation_rad[points];
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) {
            l[k] = leg_vector(leg, p[k]);
            length[k] = Math::measure(dot(l[k], l[k]));
        }
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) reachable[k] &= within_stroke(leg, length[k].length_m);
        if (!any_of(reachable)) break;

        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) elevation_rad[k] = Math::elevation_rad(dot(l[k], leg.base_axis), length[k]);
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) reachable[k] &= elevation_rad[k] >= leg.base_min_elevation_rad;
        if (!any_of(reachable)) break;

        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k)
            elevation_rad[k] = Math::elevation_rad(dot(l[k], leg.platform_axis), length[k]);
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) reachable[k] &= elevation_rad[k] >= leg.platform_min_elevation_rad;
        if (!any_of(reachable)) break;
    }
}

/// Tests the points against all six legs: in one loop if `unrolled_legs` is 1, otherwise unrolled.
template <class Math, int unrolled_legs, int points, class Real>
HEXSCAN_HD_INLINE void test_side_by_side(const ScanGeometry<float>& scan, const Vec3<Real> (&p)[points],
                                         VerdictOf<Real> (&reachable)[points]) {
#if !defined(__CUDA_ARCH__)
    // A pragma of the host's compiler takes no template argument such as `unrolled_legs`. So this loop unrolls the
    // legs.
    if constexpr (unrolled_legs != 1) {
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) {
            test_legs_side_by_side<Math, 1>(scan, i, i + 1, p, reachable);
            if (!any_of(reachable)) return;
        }
        return;
    }
#endif
    test_legs_side_by_side<Math, unrolled_legs>(scan, 0, leg_count, p, reachable);
}

}  // namespace hexscan
