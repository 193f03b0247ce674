#pragma once

#include <cmath>

#include "host_device.h"

/// The approximate instructions of the special function units, by name; on the host what they approximate. The device
/// has them for `float`; on the host lanes of floats (stages/float_lanes.h) take the same functions.
///
/// A global --use_fast_math would change every kernel and the reference with it. The .ftz forms flush subnormal
/// operands, and spare the scaling that the compiler wraps around the plain forms.
namespace hexscan {
namespace intrinsic {

/// 1 / sqrt(x), relative error below 2^-22.9 (PTX ISA); infinity at 0.
template <class Real>
HEXSCAN_HD_INLINE Real reciprocal_square_root(Real x) {
#if defined(__CUDA_ARCH__)
    float result;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
#else
    using std::sqrt;
    return 1.0F / sqrt(x);
#endif
}

/// sqrt(x), relative error below 2^-23 (PTX ISA); 0 at 0.
template <class Real>
HEXSCAN_HD_INLINE Real square_root(Real x) {
#if defined(__CUDA_ARCH__)
    float result;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
#else
    using std::sqrt;
    return sqrt(x);
#endif
}

/// a / b, within 2 units in the last place where |b| is in 2^-126 ... 2^126 (PTX ISA).
HEXSCAN_HD_INLINE float divide(float a, float b) {
#if defined(__CUDA_ARCH__)
    float result;
    asm("div.approx.ftz.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    return result;
#else
    return a / b;
#endif
}

/// a * b with subnormal operands taken as zero, so that they meet the infinity of the reciprocal square root
/// as 0 * infinity = NaN, the case the caller handles, and not as infinity.
template <class Real>
HEXSCAN_HD_INLINE Real flushed_product(Real a, Real b) {
#if defined(__CUDA_ARCH__)
    float result;
    asm("mul.ftz.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    return result;
#else
    return a * b;
#endif
}

/// a - b clamped to 0 ... 1, NaN to 0: on the device the clamp is a flag of the subtraction, hence free.
template <class Real>
HEXSCAN_HD_INLINE Real saturated_difference(float a, Real b) {
#if defined(__CUDA_ARCH__)
    float result;
    asm("sub.sat.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    return result;
#else
    using std::fmax;
    using std::fmin;
    return fmin(fmax(a - b, Real(0.0F)), Real(1.0F));
#endif
}

}  // namespace intrinsic

}  // namespace hexscan
