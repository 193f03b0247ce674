#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/intrinsic_math.cuh"

/// The math policy of stage 7: approximate instructions and a short polynomial replace the square root, division and
/// arcsine of StandardMath (kernels/ladder/point_tests.h).
namespace hexscan {

/// The policy of stage 7: a reciprocal square root replaces root and division, and a polynomial replaces the arcsine.
/// It supports single precision only.
///
/// It is valid for leg lengths of 0 and of 1.1e-19 ... 1.8e19 m, whose squares a float can hold. Shorter legs count as
/// 0.
struct IntrinsicMath {
    /// A leg's length and its reciprocal; one reciprocal square root gives both. Both joint tests use the reciprocal,
    /// so neither divides.
    template <class Real>
    struct LegLength {
        Real length_m;
        Real reciprocal_per_m;  ///< infinity for a leg of length zero
    };

    /// Error bound of arcsine_rad() over all floats of -1 ... 1. The polynomial contributes 6.4e-7. With a correctly
    /// rounded square root, rounding adds up to 2.2e-7: on the host the total over every float from 3e-8 to 1 is at
    /// most 8.6e-7, for arguments near 0. The device's approximate root adds about 1e-7. The tests check every float of
    /// -1 ... 1 on the device.
    static constexpr double arcsine_error_bound_rad = 1.2e-6;

    template <class Real>
    static HEXSCAN_HD_INLINE LegLength<Real> measure(Real squared_length) {
        using std::fmax;
        const Real reciprocal = intrinsic::reciprocal_square_root(squared_length);
        // For a leg of length zero the product is NaN, and fmax returns its other operand.
        return {fmax(intrinsic::flushed_product(squared_length, reciprocal), Real(0.0F)), reciprocal};
    }

    /// The elevation asin(d / L) of a leg above a joint's plane (kernels/kinematics.h), computed without a division.
    /// For a leg of length zero the result is +pi/2.
    template <class Real>
    static HEXSCAN_HD_INLINE Real elevation_rad(Real d, LegLength<Real> length) {
        return arcsine_rad(d * length.reciprocal_per_m);
    }

    /// asin(x) = sign(x) (pi/2 - sqrt(t) Q(t)), t = 1 - |x|. Returns +-pi/2 beyond +-1. Returns +pi/2 for NaN, which a
    /// leg of length zero causes (0 / 0).
    ///
    /// The form follows Abramowitz & Stegun 4.4.45 (after Hastings 1955), acos(x) = sqrt(1 - x) P(x). Here the
    /// polynomial depends on t instead of x, because clamping t costs nothing and keeps NaN out of Q. Q is the minimax
    /// polynomial of degree 5, from a Remez exchange on the seven extrema of 2 asin(u / sqrt 2) - u Q(u^2), u = sqrt(t)
    /// in 0 ... 1. The first term is acos(1 - u^2) in a form without cancellation. The error is 6.37e-7 rad; degree 4
    /// gives 4.8e-6, degree 6 gives 8.8e-8.
    template <class Real>
    static HEXSCAN_HD_INLINE Real arcsine_rad(Real sine) {
        using std::copysign;
        using std::fabs;
        using std::fma;
        using std::fmin;
        const Real x = fmin(sine, Real(1.0F));  // fmin(NaN, 1) is 1
        const Real t = intrinsic::saturated_difference(1.0F, fabs(x));
        Real q = 4.911174370e-3F;
        q = fma(q, t, Real(-3.935810379e-3F));
        q = fma(q, t, Real(1.255872639e-2F));
        q = fma(q, t, Real(2.499799292e-2F));
        q = fma(q, t, Real(1.180580214e-1F));
        q = fma(q, t, Real(1.414205585F));
        return copysign(fma(-intrinsic::square_root(t), q, Real(1.570796327F)), x);
    }
};

}  // namespace hexscan
