#pragma once

#include <cmath>

#include "host_device.h"

/// Arithmetic in which no compiler may fuse operations, so that host and device produce the same bits. On the device
/// the intrinsics forbid contraction; the host is compiled with -ffp-contract=off.
namespace hexscan::exact {

HEXSCAN_HD_INLINE double add(double a, double b) {
#if defined(__CUDA_ARCH__)
    return __dadd_rn(a, b);
#else
    return a + b;
#endif
}

HEXSCAN_HD_INLINE double multiply(double a, double b) {
#if defined(__CUDA_ARCH__)
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}

HEXSCAN_HD_INLINE double divide(double a, double b) {
#if defined(__CUDA_ARCH__)
    return __ddiv_rn(a, b);
#else
    return a / b;
#endif
}

/// A double with operations that are rounded one by one. Formulas that are templates over this type give the same bits
/// on host and device.
struct Number {
    double value;

    Number() = default;
    HEXSCAN_HD_INLINE Number(double number) : value(number) {}
    explicit HEXSCAN_HD_INLINE operator double() const { return value; }
};

HEXSCAN_HD_INLINE Number operator+(Number a, Number b) { return add(a.value, b.value); }
HEXSCAN_HD_INLINE Number operator-(Number a, Number b) { return add(a.value, -b.value); }
HEXSCAN_HD_INLINE Number operator-(Number a) { return -a.value; }
HEXSCAN_HD_INLINE Number operator*(Number a, Number b) { return multiply(a.value, b.value); }
HEXSCAN_HD_INLINE Number operator/(Number a, Number b) { return divide(a.value, b.value); }
HEXSCAN_HD_INLINE bool operator<(Number a, Number b) { return a.value < b.value; }
HEXSCAN_HD_INLINE bool operator>(Number a, Number b) { return a.value > b.value; }
HEXSCAN_HD_INLINE bool operator<=(Number a, Number b) { return a.value <= b.value; }
HEXSCAN_HD_INLINE bool operator>=(Number a, Number b) { return a.value >= b.value; }

/// The square root, correctly rounded on host and device.
HEXSCAN_HD_INLINE Number sqrt(Number a) {
#if defined(__CUDA_ARCH__)
    return __dsqrt_rn(a.value);
#else
    return std::sqrt(a.value);
#endif
}

}  // namespace hexscan::exact
