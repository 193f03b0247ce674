#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/intrinsic_math.cuh"

/// A surface cut with a row: what every one of kernels/surfaces/ answers.
namespace hexscan {

/// Beyond every column of every grid.
inline constexpr float far_column = 1e30F;

/// The leaves that differ: on the device, square root and quotient in float may be wrong by two units in the
/// last place, which `roundings_per_root` allows for, and larger and smaller are single instructions.
namespace row_math {

HEXSCAN_HD_INLINE float root(float x) { return intrinsic::square_root(x); }
HEXSCAN_HD_INLINE double root(double x) {
    using std::sqrt;
    return sqrt(x);
}

HEXSCAN_HD_INLINE float quotient(float a, float b) {
#if defined(__CUDA_ARCH__)
    return __fdividef(a, b);
#else
    return a / b;
#endif
}
HEXSCAN_HD_INLINE double quotient(double a, double b) { return a / b; }

template <class Real>
HEXSCAN_HD_INLINE Real larger(Real a, Real b) {
#if defined(__CUDA_ARCH__)
    return fmax(a, b);
#else
    return a > b ? a : b;
#endif
}
template <class Real>
HEXSCAN_HD_INLINE Real smaller(Real a, Real b) {
#if defined(__CUDA_ARCH__)
    return fmin(a, b);
#else
    return a < b ? a : b;
#endif
}

}  // namespace row_math

/// Where columns lie on a leg's lx axis, and below what a stroke limit is only grazed.
template <class Real>
struct RowScale {
    Real zero_column, columns_per_m, grazing_m2;
};

/// A limit cut with a row: the interval between two (fractional) columns, each known to within the slack.
/// An `undecided` cut says nothing: the row only grazes the limit.
template <class Real>
struct RowCut {
    Real low, high;
    bool empty;
    bool undecided;
};

template <class Real>
HEXSCAN_HD_INLINE Real column_of(Real lx_m, const RowScale<Real>& scale) {
    return scale.zero_column + lx_m * scale.columns_per_m;
}

}  // namespace hexscan
