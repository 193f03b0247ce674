#pragma once

#include <cmath>

#include "host_device.h"
#include "kernels/rows/row_cut.h"

/// Polynomials along a row, and the places where one may change its sign.
namespace hexscan {

/// c[0] + c[1] x + c[2] x^2 + ...
template <int degree>
struct Polynomial {
    double c[degree + 1];

    HEXSCAN_HD_INLINE double at(double x) const {
        double sum = c[degree];
        HEXSCAN_UNROLL
        for (int k = degree - 1; k >= 0; --k) sum = sum * x + c[k];
        return sum;
    }
    HEXSCAN_HD_INLINE double slope_at(double x) const {
        double sum = degree * c[degree];
        HEXSCAN_UNROLL
        for (int k = degree - 1; k >= 1; --k) sum = sum * x + k * c[k];
        return sum;
    }
};

template <int a, int b>
HEXSCAN_HD_INLINE Polynomial<a + b> operator*(const Polynomial<a>& p, const Polynomial<b>& q) {
    Polynomial<a + b> product{};
    HEXSCAN_UNROLL
    for (int i = 0; i <= a; ++i) {
        HEXSCAN_UNROLL
        for (int j = 0; j <= b; ++j) product.c[i + j] += p.c[i] * q.c[j];
    }
    return product;
}

/// p + factor q; the degree of q is at most that of p.
template <int a, int b>
HEXSCAN_HD_INLINE Polynomial<a> sum_of(Polynomial<a> p, double factor, const Polynomial<b>& q) {
    static_assert(b <= a);
    HEXSCAN_UNROLL
    for (int k = 0; k <= b; ++k) p.c[k] += factor * q.c[k];
    return p;
}

template <int degree>
HEXSCAN_HD_INLINE Polynomial<degree> scaled(Polynomial<degree> p, double factor) {
    HEXSCAN_UNROLL
    for (int k = 0; k <= degree; ++k) p.c[k] *= factor;
    return p;
}

/// The accuracy of a polynomial's values, and the required accuracy of its roots.
struct RootPrecision {
    double noise;      ///< error bound of values
    double tolerance;  ///< in x
};

namespace sign_change_detail {

/// The result of Newton's method on a convex function, from an end of an interval at which the function is positive.
struct Approach {
    /// `nothing`: the interval has no root. `root`: a root lies between `near` and `far`. `touch`: neither is certain.
    enum class Met { nothing, root, touch } met;
    double near, far;  ///< up to `near` the function exceeds its noise; at `far` it is below minus its noise
};

/// Newton steps on a convex function never pass its first root. If a step ends where the function rises, the tangents
/// before and after the step bound the least value from below.
HEXSCAN_HD_INLINE_ON_DEVICE Approach approach(const Polynomial<4>& p, double sign, double from, double to,
                                              double value_at_from, const RootPrecision& precision) {
    using std::fabs;
    using Met = Approach::Met;
    constexpr int most_steps = 100;
    const double way = to > from ? 1 : -1;
    double x = from, value = value_at_from, fall = -sign * way * p.slope_at(x);
    if (!(fall > 0)) return {Met::nothing, from, from};
    HEXSCAN_ROLLED
    for (int step = 0; step < most_steps; ++step) {
        const double length = value / fall, next = x + way * length;
        if ((next - to) * way > 0) return {Met::nothing, x, x};
        const double next_value = sign * p.at(next), next_fall = -sign * way * p.slope_at(next);
        if (!(next_fall > 0)) {
            const double least = next_value * (fall / (fall - next_fall));
            return {least > precision.noise ? Met::nothing : Met::touch, x, x};
        }
        x = next, value = next_value, fall = next_fall;
        if (value <= 4 * precision.noise || length <= precision.tolerance) {
            const double margin = 8 * precision.noise / fall + precision.tolerance;
            const double far = x + 2 * way * (fabs(value) / fall + margin);
            return {sign * p.at(far) < -precision.noise ? Met::root : Met::touch, x - way * margin, far};
        }
    }
    return {Met::touch, x, x};
}

/// Finds where p changes its sign in an interval on which `sign` * p is convex.
template <class Emit>
HEXSCAN_HD_INLINE void emit_in_stretch(const Polynomial<4>& p, double sign, double from, double to,
                                       const RootPrecision& precision, Emit emit) {
    using std::fabs;
    using Met = Approach::Met;
    const double at_from = sign * p.at(from), at_to = sign * p.at(to);
    if (!(fabs(at_from) > precision.noise && fabs(at_to) > precision.noise)) return emit(from, to);
    Approach up{Met::root, from, from}, down{Met::root, to, to};
    if (at_from > 0) up = approach(p, sign, from, to, at_from, precision);
    if (up.met == Met::nothing) return;
    if (at_to > 0) down = approach(p, sign, to, from, at_to, precision);
    if (down.met == Met::nothing) return;
    if (up.met == Met::touch || down.met == Met::touch) return emit(up.near, down.near);
    if (at_from > 0) emit(up.near, up.far);
    if (at_to > 0) emit(down.far, down.near);
}

}  // namespace sign_change_detail

/// The largest number of parts that emit_sign_changes() can emit.
inline constexpr int most_sign_changes = 6;

/// Calls emit(from, to) for each part of [low, high] in which the polynomial may change its sign, if its values may be
/// wrong by the noise. It changes its sign in no other part. Parts are as short as noise and tolerance allow. But if
/// the value at an end of an interval (see below) is noise, the whole interval is emitted.
///
/// The row is cut where the second derivative, a quadratic, changes its sign. In each interval between two cuts the
/// polynomial is convex or concave. There Newton's method from both ends finds up to two roots, or proves that there
/// are none.
template <class Emit>
HEXSCAN_HD_INLINE void emit_sign_changes(const Polynomial<4>& p, double low, double high,
                                         const RootPrecision& precision, Emit emit) {
    using namespace sign_change_detail;
    const double a = 6 * p.c[4], b = 3 * p.c[3], c = p.c[2];
    const auto bend_at = [&](double x) { return (a * x + b) * x + c; };
    const double square = b * b - 4 * a * c;
    double cuts[4] = {low, low, high, high};
    if (square > 0) {
        const double root = row_math::root(square), sum = -(b + (b < 0 ? -root : root)) / 2;
        const double one = sum / a, other = c / sum;
        const auto within = [&](double x) { return x > low ? (x < high ? x : high) : low; };
        cuts[1] = within(row_math::smaller(one, other));
        cuts[2] = within(row_math::larger(one, other));
    }
    HEXSCAN_ROLLED
    for (int k = 0; k < 3; ++k) {
        const double from = cuts[k], to = cuts[k + 1];
        if (!(from < to)) continue;
        // The second derivative may be 0 at one of the three points, so their sum gives the sign.
        const double bend = bend_at(from) + bend_at((from + to) / 2) + bend_at(to);
        emit_in_stretch(p, bend < 0 ? -1.0 : 1.0, from, to, precision, emit);
    }
}

}  // namespace hexscan
