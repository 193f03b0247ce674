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

}  // namespace hexscan
