#include "src/machine/travel/ellipse.h"

#include <algorithm>
#include <cmath>

namespace hexscan {
namespace {

/// Of a point with 0 <= x, 0 < y. The nearest point is (a^2 x / (t + a^2), b^2 y / (t + b^2)) where a convex, falling
/// function of t is 0 (Eberly, Distance from a point to an ellipse, 2013): Newton's steps from the left only go right.
double distance_beside(double a, double b, double x, double y) {
    const double aa = a * a, bb = b * b;
    double t = b * y - bb;
    for (int step = 0; step < 200; ++step) {
        const double u = a * x / (t + aa), v = b * y / (t + bb);
        const double value = u * u + v * v - 1, slope = -2 * (u * u / (t + aa) + v * v / (t + bb));
        const double next = t - value / slope;
        if (!(next > t)) break;
        t = next;
    }
    return std::hypot(x - aa * x / (t + aa), y - bb * y / (t + bb));
}

}  // namespace

double distance_from_ellipse(double a, double b, double x, double y) {
    x = std::abs(x);
    y = std::abs(y);
    constexpr double as_good_as_flat = 1e-9;
    if (!(b > as_good_as_flat * a)) return std::hypot(std::max(0.0, x - a), y);
    if (y > 0) return distance_beside(a, b, x, y);
    const double inner = (a * a - b * b) / a;
    if (!(x < inner)) return std::abs(x - a);
    const double along = x / inner;
    return std::hypot(x - a * along, b * std::sqrt(1 - along * along));
}

}  // namespace hexscan
