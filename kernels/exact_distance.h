#pragma once

#include "exact_arithmetic.h"
#include "host_device.h"

/// What distances need besides sums, products and roots, the same bits on the host and on the device.
namespace hexscan::exact {

HEXSCAN_HD_INLINE Number smaller(Number a, Number b) { return b < a ? b : a; }
HEXSCAN_HD_INLINE Number larger(Number a, Number b) { return a < b ? b : a; }
HEXSCAN_HD_INLINE Number magnitude(Number a) { return a < 0 ? -a : a; }
HEXSCAN_HD_INLINE Number hypotenuse(Number a, Number b) { return sqrt(a * a + b * b); }

/// Distance of the point (x, y) from the ellipse x^2 / a^2 + y^2 / b^2 = 1 with a >= b >= 0, from inside or outside. An
/// ellipse without a width is the segment between its ends.
///
/// The nearest point is (a^2 x / (t + a^2), b^2 y / (t + b^2)) where a convex, falling function of t is 0 (Eberly,
/// Distance from a point to an ellipse, 2013): Newton's steps from the left only go right.
HEXSCAN_HD_INLINE Number distance_from_ellipse(Number a, Number b, Number x, Number y) {
    constexpr double as_good_as_flat = 1e-9;
    x = magnitude(x);
    y = magnitude(y);
    if (!(b > Number(as_good_as_flat) * a)) return hypotenuse(larger(0, x - a), y);
    const Number aa = a * a, bb = b * b;
    if (!(y > 0)) {
        const Number inner = (aa - bb) / a;
        if (!(x < inner)) return magnitude(x - a);
        const Number along = x / inner;
        return hypotenuse(x - a * along, b * sqrt(Number(1) - along * along));
    }
    Number t = b * y - bb;
    for (int step = 0; step < 200; ++step) {
        const Number u = a * x / (t + aa), v = b * y / (t + bb);
        const Number value = u * u + v * v - 1, slope = Number(-2) * (u * u / (t + aa) + v * v / (t + bb));
        const Number next = t - value / slope;
        if (!(next > t)) break;
        t = next;
    }
    return hypotenuse(x - aa * x / (t + aa), y - bb * y / (t + bb));
}

}  // namespace hexscan::exact
