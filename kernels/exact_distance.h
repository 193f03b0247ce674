#pragma once

#include <cmath>

#include "exact_arithmetic.h"
#include "host_device.h"

/// Distances of points from ellipses. Host and device compute the same bits.
namespace hexscan::exact {

HEXSCAN_HD_INLINE Number smaller(Number a, Number b) { return b < a ? b : a; }
HEXSCAN_HD_INLINE Number larger(Number a, Number b) { return a < b ? b : a; }
HEXSCAN_HD_INLINE Number magnitude(Number a) { return a < 0 ? -a : a; }
HEXSCAN_HD_INLINE Number hypotenuse(Number a, Number b) { return sqrt(a * a + b * b); }

/// An ellipse whose axes have at most this ratio is treated as the line segment between its ends.
inline constexpr double as_good_as_flat = 1e-9;

struct EllipsePoint {
    Number x, y;
};

/// Nearest point of the ellipse x^2 / a^2 + y^2 / b^2 = 1 to (x, y), with a >= b > 0 and x, y >= 0.
///
/// The nearest point is (a^2 x / (t + a^2), b^2 y / (t + b^2)). Here t is the zero of a convex, decreasing function
/// (Eberly, Distance from a point to an ellipse, 2013). Newton steps that start left of the zero only increase t.
HEXSCAN_HD_INLINE EllipsePoint nearest_on_ellipse(Number a, Number b, Number x, Number y) {
    const Number aa = a * a, bb = b * b;
    if (!(y > 0)) {
        const Number inner = (aa - bb) / a;
        if (!(x < inner)) return {a, 0};
        const Number along = x / inner;
        return {a * along, b * sqrt(Number(1) - along * along)};
    }
    Number t = b * y - bb;
    for (int step = 0; step < 200; ++step) {
        const Number u = a * x / (t + aa), v = b * y / (t + bb);
        const Number value = u * u + v * v - 1, slope = Number(-2) * (u * u / (t + aa) + v * v / (t + bb));
        const Number next = t - value / slope;
        if (!(next > t)) break;
        t = next;
    }
    return {aa * x / (t + aa), bb * y / (t + bb)};
}

/// Distance of the point (x, y) from the ellipse of nearest_on_ellipse(), from inside or outside; b may be 0.
HEXSCAN_HD_INLINE Number distance_from_ellipse(Number a, Number b, Number x, Number y) {
    x = magnitude(x);
    y = magnitude(y);
    if (!(b > Number(as_good_as_flat) * a)) return hypotenuse(larger(0, x - a), y);
    const EllipsePoint nearest = nearest_on_ellipse(a, b, x, y);
    return hypotenuse(x - nearest.x, y - nearest.y);
}

/// The factor by which the ellipse must be scaled to pass through the point; b must not be 0.
HEXSCAN_HD_INLINE Number share_of_ellipse(Number a, Number b, Number x, Number y) { return hypotenuse(x / a, y / b); }

/// Lower bound on the point's distance from the part of the ellipse with y <= `most_y`.
HEXSCAN_HD_INLINE Number near_ellipse_below(Number a, Number b, Number x, Number y, Number most_y) {
    const Number from_all = b > 0 ? b * magnitude(share_of_ellipse(a, b, x, y) - 1) : Number(0);
    return larger(from_all, y - most_y) - Number(1e-12) * a;
}

/// Distance of (x, y), y > 0, from its nearest point on the other side of the long axis, if that point is a local
/// minimum of the distance. The result is infinite if there is no such point or if it lies above `most_y`.
///
/// The point has the form of nearest_on_ellipse() with t between -a^2 and -b^2. There the function is convex with
/// infinite ends, and t is the upper of its two zeros. Newton steps from above only decrease t; if they pass the
/// function's minimum, there is no such point.
HEXSCAN_HD_INLINE Number distance_beyond_long_axis(Number a, Number b, Number x, Number y, Number most_y) {
    const Number apart = a * a - b * b;
    if (!(a * x < apart)) return INFINITY;
    Number below = b * y;  // -(t + b^2)
    for (int step = 0; step < 200 && below < apart; ++step) {
        const Number u = a * x / (apart - below), v = b * y / below;
        const Number value = u * u + v * v - 1, slope = Number(2) * (v * v / below - u * u / (apart - below));
        if (!(slope > 0)) return INFINITY;
        const Number next = below + value / slope;
        if (!(next > below)) break;
        below = next;
    }
    if (!(below < apart)) return INFINITY;
    const Number nearest_y = -(b * b * y / below);
    return nearest_y <= most_y ? hypotenuse(x - a * a * x / (apart - below), y - nearest_y) : Number(INFINITY);
}

/// Distance of the point (x, y) from the part of the ellipse with y <= `most_y`; infinite if that part is empty. A flat
/// ellipse counts as a whole.
HEXSCAN_HD_INLINE Number distance_from_ellipse_below(Number a, Number b, Number x, Number y, Number most_y) {
    if (!(most_y < b) || !(b > Number(as_good_as_flat) * a)) return distance_from_ellipse(a, b, x, y);
    if (most_y < -b) return INFINITY;
    x = magnitude(x);
    // The nearest point of the whole ellipse lies on the point's side of the long axis. If the point is inside, the
    // nearest point is farther from that axis than the point.
    const bool is_cut_off = y > 0 && (most_y < 0 || (y > most_y && share_of_ellipse(a, b, x, y) < 1));
    if (!is_cut_off) {
        const Number height = magnitude(y);
        const EllipsePoint nearest = nearest_on_ellipse(a, b, x, height);
        if ((y > 0 ? nearest.y : -nearest.y) <= most_y) return hypotenuse(x - nearest.x, height - nearest.y);
    }
    const Number part = most_y / b;
    const Number end_m = hypotenuse(x - a * sqrt(larger(0, Number(1) - part * part)), y - most_y);
    return y > 0 && y < end_m ? smaller(end_m, distance_beyond_long_axis(a, b, x, y, most_y)) : end_m;
}

}  // namespace hexscan::exact
