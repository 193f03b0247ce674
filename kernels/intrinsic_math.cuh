#pragma once

#include <cmath>

#include "host_device.h"

/// The approximate instructions of the special function units, by name. On the host these functions compute what the
/// instructions approximate. The device has them for `float`; on the host, lanes of floats (stages/float_lanes.h) use
/// the same functions.
///
/// A global --use_fast_math would change every kernel and the reference, too. The .ftz forms flush subnormal operands
/// to zero, and avoid the scaling that the compiler adds to the plain forms.
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

/// a / b, within 2 ulp for |b| in 2^-126 ... 2^126 (PTX ISA).
HEXSCAN_HD_INLINE float divide(float a, float b) {
#if defined(__CUDA_ARCH__)
    float result;
    asm("div.approx.ftz.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    return result;
#else
    return a / b;
#endif
}

/// a * b with subnormal operands flushed to zero. If a is the infinite reciprocal root of 0, the product is then NaN
/// instead of infinity. The caller handles NaN.
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

/// a - b clamped to 0 ... 1; NaN becomes 0. On the device the clamp costs nothing, because it is a flag of the
/// subtraction.
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
