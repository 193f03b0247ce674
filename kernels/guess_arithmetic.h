#pragma once

#include <cmath>

#include "host_device.h"

/// Arithmetic for first guesses: in float, with whatever roots and fused products are fast. It has the operations of
/// exact::Number (exact_arithmetic.h, exact_distance.h), so that formulas that are templates serve both. A guess never
/// decides alone: whoever makes one says by how much it may be off.
namespace hexscan::guess {

struct Number {
    float value;

    Number() = default;
    HEXSCAN_HD_INLINE Number(float number) : value(number) {}
};

HEXSCAN_HD_INLINE Number operator+(Number a, Number b) { return a.value + b.value; }
HEXSCAN_HD_INLINE Number operator-(Number a, Number b) { return a.value - b.value; }
HEXSCAN_HD_INLINE Number operator-(Number a) { return -a.value; }
HEXSCAN_HD_INLINE Number operator*(Number a, Number b) { return a.value * b.value; }
HEXSCAN_HD_INLINE bool operator<(Number a, Number b) { return a.value < b.value; }
HEXSCAN_HD_INLINE bool operator>(Number a, Number b) { return a.value > b.value; }
HEXSCAN_HD_INLINE bool operator<=(Number a, Number b) { return a.value <= b.value; }
HEXSCAN_HD_INLINE bool operator>=(Number a, Number b) { return a.value >= b.value; }

/// Off by two units in the last place at most on the device.
HEXSCAN_HD_INLINE Number sqrt(Number a) {
#if defined(__CUDA_ARCH__)
    float root;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(a.value));
    return root;
#else
    return std::sqrt(a.value);
#endif
}

HEXSCAN_HD_INLINE Number smaller(Number a, Number b) { return fminf(a.value, b.value); }
HEXSCAN_HD_INLINE Number larger(Number a, Number b) { return fmaxf(a.value, b.value); }
HEXSCAN_HD_INLINE Number magnitude(Number a) { return fabsf(a.value); }
HEXSCAN_HD_INLINE Number hypotenuse(Number a, Number b) { return sqrt(a * a + b * b); }

}  // namespace hexscan::guess
