#pragma once

#include <algorithm>
#include <cmath>

#include "src/base/infinity.h"

/// Interval arithmetic. The result contains the outcome of the operation on any real numbers in the operands (Moore,
/// Interval Analysis, 1966; Neumaier, Interval Methods for Systems of Equations, 1990). The processor keeps rounding to
/// nearest. Every end is then moved outwards by at least one unit in its last place, which makes the result rigorous
/// (Rump, Zimmermann, Boldo, Melquiond, Computing predecessor and successor in rounding to nearest, BIT 49, 2009). This
/// requires -ffp-contract=off and double arithmetic without excess precision. A NaN stays a NaN and fails every
/// comparison.
namespace hexscan {

namespace rounding {

/// Rump et al. add the smallest subnormal. 1e-100 is just as safe and avoids subnormal numbers, which are slow.
inline constexpr double least_step = 1e-100;
inline constexpr double relative_step = 0x1.0000000000001p-53;

/// At most the largest double below x.
inline double below(double x) { return x - (std::abs(x) * relative_step + least_step); }
/// At least the smallest double above x.
inline double above(double x) { return x + (std::abs(x) * relative_step + least_step); }

}  // namespace rounding

/// All real numbers from lo to hi.
struct Interval {
    double lo = 0, hi = 0;

    constexpr Interval() = default;
    /// Contains exactly this double.
    constexpr Interval(double exact) : lo(exact), hi(exact) {}
    constexpr Interval(double low, double high) : lo(low), hi(high) {}

    /// Contains the exact result, if a library function computed `value` to within two units in the last place.
    static Interval of_library(double value) {
        return {rounding::below(rounding::below(rounding::below(value))),
                rounding::above(rounding::above(rounding::above(value)))};
    }

    double middle() const { return 0.5 * lo + 0.5 * hi; }
    /// Largest absolute value.
    double magnitude() const { return std::max(std::abs(lo), std::abs(hi)); }
    bool contains(double x) const { return lo <= x && x <= hi; }
};

inline Interval operator-(Interval a) { return {-a.hi, -a.lo}; }

inline Interval operator+(Interval a, Interval b) {
    return {rounding::below(a.lo + b.lo), rounding::above(a.hi + b.hi)};
}

inline Interval operator-(Interval a, Interval b) {
    return {rounding::below(a.lo - b.hi), rounding::above(a.hi - b.lo)};
}

inline Interval operator*(Interval a, Interval b) {
    const double p = a.lo * b.lo, q = a.lo * b.hi, r = a.hi * b.lo, s = a.hi * b.hi;
    return {rounding::below(std::min(std::min(p, q), std::min(r, s))),
            rounding::above(std::max(std::max(p, q), std::max(r, s)))};
}

/// `b` must not contain 0.
inline Interval operator/(Interval a, Interval b) {
    const double p = a.lo / b.lo, q = a.lo / b.hi, r = a.hi / b.lo, s = a.hi / b.hi;
    return {rounding::below(std::min(std::min(p, q), std::min(r, s))),
            rounding::above(std::max(std::max(p, q), std::max(r, s)))};
}

inline Interval& operator+=(Interval& a, Interval b) { return a = a + b; }

/// The square, which is never negative.
inline Interval square(Interval a) {
    const double p = a.lo * a.lo, q = a.hi * a.hi;
    const bool through_zero = a.lo <= 0 && a.hi >= 0;
    return {through_zero ? 0 : std::max(0.0, rounding::below(std::min(p, q))), rounding::above(std::max(p, q))};
}

/// The square root of the non-negative part of `a`.
inline Interval square_root(Interval a) {
    return {std::max(0.0, rounding::below(std::sqrt(std::max(a.lo, 0.0)))),
            rounding::above(std::sqrt(std::max(a.hi, 0.0)))};
}

/// The larger of a number from `a` and one from `b`.
inline Interval maximum(Interval a, Interval b) { return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)}; }

/// The smallest interval around both.
inline Interval hull(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

/// Sine and cosine of exactly this double. The C library's results are within one unit in the last place, and
/// of_library() allows for two.
inline Interval sine_of(double angle_rad) { return Interval::of_library(std::sin(angle_rad)); }
inline Interval cosine_of(double angle_rad) { return Interval::of_library(std::cos(angle_rad)); }

}  // namespace hexscan
