#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/intrinsic_math.cuh"

/// The intersection of a surface with a row: the result of the functions cut_...() in kernels/surfaces/.
namespace hexscan {

/// A column number that exceeds every column of every grid.
inline constexpr float far_column = 1e30F;

/// Operations whose code differs between host and device. On the device, square root and quotient in single precision
/// may have errors of 2 ulp, which `roundings_per_root` covers. Maximum and minimum are single instructions.
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

/// Maps a leg's lx axis to columns. Also contains the bound below which a row only touches the border of a stroke
/// limit.
template <class Real>
struct RowScale {
    Real zero_column, columns_per_m, grazing_m2;
};

/// The intersection of a limit with a row: the interval between two (fractional) columns, each known to within the
/// slack. An `undecided` cut is invalid: the row only touches the border of the limit.
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
