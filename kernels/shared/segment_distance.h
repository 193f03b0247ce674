#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/shared/segments.h"
#include "kernels/vec3.h"

/// Distances from segments to segments and discs, in metres.
namespace hexscan {

/// A segment in metres; segment_distance_m() computes distances from it.
using Segment3 = Segment<double>;

namespace distance_detail {

HEXSCAN_HD_INLINE double least_of(double a, double b) { return b < a ? b : a; }

/// part / whole, clamped to 0 ... 1; 0 if the whole is 0.
HEXSCAN_HD_INLINE double part_of(double part, double whole) {
    if (!(whole > 0)) return 0;
    const double quotient = part / whole;
    return quotient < 0 ? 0.0 : quotient > 1 ? 1.0 : quotient;
}

}  // namespace distance_detail

/// A pair of nearest points of two segments, up to rounding (Ericson, Real-Time Collision Detection, 2005, 5.1.9).
/// Parallel segments can have many such pairs.
struct NearestPlaces {
    Vec3<double> from_m, to_m;
};
HEXSCAN_HD_INLINE NearestPlaces nearest_places_m(const Segment3& p, const Segment3& q) {
    using distance_detail::part_of;
    const Vec3<double> u = p.to_m - p.from_m, v = q.to_m - q.from_m, w = p.from_m - q.from_m;
    const double a = dot(u, u), b = dot(u, v), c = dot(u, w), e = dot(v, v), f = dot(v, w), square = a * e - b * b;
    double s = part_of(b * f - c * e, square);
    const double t = part_of(b * s + f, e);
    s = part_of(b * t - c, a);
    return {p.from_m + scaled(u, s), q.from_m + scaled(v, t)};
}

/// A flat disc; the normal is a unit vector.
struct Disc3 {
    Vec3<double> middle_m, normal;
    double radius_m;
};

/// Distance of a segment from a disc. The distance of a point from the disc is convex, so it is also convex along the
/// segment. It is least where its slope changes its sign.
HEXSCAN_HD_INLINE double disc_distance_m(const Segment3& segment, const Disc3& disc) {
    using std::fabs;
    using std::hypot;
    using std::sqrt;
    struct Place {
        double distance_m, slope;
    };
    const Vec3<double> along = segment.to_m - segment.from_m;
    const double rise = dot(along, disc.normal);
    const auto at = [&](double t) -> Place {
        const Vec3<double> w = segment.from_m + scaled(along, t) - disc.middle_m;
        const double height_m = dot(w, disc.normal);
        const Vec3<double> across = w - scaled(disc.normal, height_m);
        const double reach_m = sqrt(dot(across, across)), beyond_m = reach_m - disc.radius_m;
        if (!(beyond_m > 0)) return {fabs(height_m), height_m * rise};
        return {hypot(beyond_m, height_m), beyond_m * (dot(across, along) / reach_m) + height_m * rise};
    };
    constexpr int most_halvings = 60;
    const Place from = at(0), to = at(1);
    if (!(from.slope < 0)) return from.distance_m;
    if (!(to.slope > 0)) return to.distance_m;
    double low = 0, high = 1, least_m = distance_detail::least_of(from.distance_m, to.distance_m);
    for (int k = 0; k < most_halvings && low < high; ++k) {
        const double middle = low + (high - low) / 2;
        const Place place = at(middle);
        least_m = distance_detail::least_of(least_m, place.distance_m);
        (place.slope < 0 ? low : high) = middle;
    }
    return least_m;
}

HEXSCAN_HD_INLINE Segment3 moved(const Segment3& line, const Vec3<double>& by_m) {
    return {line.from_m + by_m, line.to_m + by_m};
}
HEXSCAN_HD_INLINE Disc3 moved(const Disc3& disc, const Vec3<double>& by_m) {
    return {disc.middle_m + by_m, disc.normal, disc.radius_m};
}

HEXSCAN_HD_INLINE double distance_m(const Segment3& leg, const Segment3& line) { return segment_distance_m(leg, line); }
HEXSCAN_HD_INLINE double distance_m(const Segment3& leg, const Disc3& disc) { return disc_distance_m(leg, disc); }

}  // namespace hexscan
