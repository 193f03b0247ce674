#pragma once

#include <cfloat>
#include <cmath>

#include "kernels/host_device.h"

/// Reciprocals and roots in a few device instructions: an approximation from the hardware's table and, in double
/// precision, one step of third order. The error is a few roundings for numbers that are neither tiny nor huge. For 0
/// the result is infinity or NaN.
namespace hexscan {

HEXSCAN_HD_INLINE double quick_reciprocal(double a) {
#if defined(__CUDA_ARCH__)
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    const double e = fma(-a, r, 1.0);
    return fma(r, fma(e, e, e), r);
#else
    return 1 / a;
#endif
}

HEXSCAN_HD_INLINE double quick_inverse_root(double a) {
#if defined(__CUDA_ARCH__)
    double r;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    const double e = fma(-a * r, r, 1.0);
    return fma(r * e, fma(e, 0.375, 0.5), r);
#else
    return 1 / std::sqrt(a);
#endif
}

/// The square root. It is 0 for numbers so small that the instructions treat them as 0.
HEXSCAN_HD_INLINE double quick_root(double a) { return a >= DBL_MIN ? a * quick_inverse_root(a) : 0.0; }

HEXSCAN_HD_INLINE float quick_reciprocal(float a) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));
    return r;
#else
    return 1 / a;
#endif
}

HEXSCAN_HD_INLINE float quick_root(float a) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));
    return r;
#else
    return std::sqrt(a);
#endif
}

}  // namespace hexscan
