#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/scan_geometry.h"

namespace hexscan {

/// A segment in space, in metres; its ends may be one point.
struct Segment3 {
    Vector from_m, to_m;
};

/// Distance of a point from a segment.
inline double point_distance_m(const Vector& point_m, const Segment3& segment) {
    const Vector along = segment.to_m - segment.from_m, w = point_m - segment.from_m;
    const double length_sq = dot(along, along);
    const double part = length_sq > 0 ? std::clamp(dot(w, along) / length_sq, 0.0, 1.0) : 0.0;
    const Vector off = w - scaled(along, part);
    return std::sqrt(dot(off, off));
}

/// Distance of two segments. Where the points of their lines that are nearest to each other are on both, it is that of
/// the lines, |w.n| / |n| with n square to both; else an end is nearest. Of segments so nearly parallel that n is
/// rounding, ends are as near as it matters: to within 1e-8 of the longer one (Eberly, Robust computation of distance
/// between line segments, 2015).
inline double segment_distance_m(const Segment3& p, const Segment3& q) {
    const Vector u = p.to_m - p.from_m, v = q.to_m - q.from_m, w = p.from_m - q.from_m, n = cross(u, v);
    const double n_sq = dot(n, n);
    if (n_sq > 1e-16 * dot(u, u) * dot(v, v)) {
        const double s = -dot(cross(w, v), n), t = -dot(cross(w, u), n);
        if (0 <= s && s <= n_sq && 0 <= t && t <= n_sq) return std::abs(dot(w, n)) / std::sqrt(n_sq);
    }
    return std::min({point_distance_m(p.from_m, q), point_distance_m(p.to_m, q), point_distance_m(q.from_m, p),
                     point_distance_m(q.to_m, p)});
}

/// Places of two segments that are as near to each other as any, to within rounding (Ericson, Real-Time Collision
/// Detection, 2005, 5.1.9); of parallel ones a pair of places.
inline std::pair<Vector, Vector> nearest_places_m(const Segment3& p, const Segment3& q) {
    const Vector u = p.to_m - p.from_m, v = q.to_m - q.from_m, w = p.from_m - q.from_m;
    const double a = dot(u, u), b = dot(u, v), c = dot(u, w), e = dot(v, v), f = dot(v, w), square = a * e - b * b;
    const auto part = [](double of, double whole) { return whole > 0 ? std::clamp(of / whole, 0.0, 1.0) : 0.0; };
    double s = part(b * f - c * e, square);
    const double t = part(b * s + f, e);
    s = part(b * t - c, a);
    return {p.from_m + scaled(u, s), q.from_m + scaled(v, t)};
}

/// A flat disc; the normal is a unit vector.
struct Disc3 {
    Vector middle_m, normal;
    double radius_m;
};

/// Distance of a segment from a disc. That of a point is convex, and with it that along the segment: where its slope
/// changes its sign it is least.
inline double disc_distance_m(const Segment3& segment, const Disc3& disc) {
    struct Place {
        double distance_m, slope;
    };
    const Vector along = segment.to_m - segment.from_m;
    const double rise = dot(along, disc.normal);
    const auto at = [&](double t) -> Place {
        const Vector w = segment.from_m + scaled(along, t) - disc.middle_m;
        const double height_m = dot(w, disc.normal);
        const Vector across = w - scaled(disc.normal, height_m);
        const double reach_m = std::sqrt(dot(across, across)), beyond_m = reach_m - disc.radius_m;
        if (!(beyond_m > 0)) return {std::abs(height_m), height_m * rise};
        return {std::hypot(beyond_m, height_m), beyond_m * (dot(across, along) / reach_m) + height_m * rise};
    };
    constexpr int most_halvings = 60;
    const Place from = at(0), to = at(1);
    if (!(from.slope < 0)) return from.distance_m;
    if (!(to.slope > 0)) return to.distance_m;
    double low = 0, high = 1, least_m = std::min(from.distance_m, to.distance_m);
    for (int k = 0; k < most_halvings && low < high; ++k) {
        const double middle = low + (high - low) / 2;
        const Place place = at(middle);
        least_m = std::min(least_m, place.distance_m);
        (place.slope < 0 ? low : high) = middle;
    }
    return least_m;
}

}  // namespace hexscan
