#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/shared/segments.h"
#include "kernels/vec3.h"

/// Distances from segments to segments and discs, in metres. The number type is double, or exact::Number if a device
/// must compute the host's bits.
namespace hexscan {

/// A segment in metres; segment_distance_m() computes distances from it.
using Segment3 = Segment<double>;

namespace distance_detail {

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
template <class Real>
struct Disc {
    Vec3<Real> middle_m, normal;
    Real radius_m;
};
using Disc3 = Disc<double>;

/// Distance of a segment from a disc. The distance of a point from the disc is convex, so it is also convex along the
/// segment. It is least where its slope changes its sign.
template <class Real>
HEXSCAN_HD_INLINE Real disc_distance_m(const Segment<Real>& segment, const Disc<Real>& disc) {
    using segments_detail::root_of, segments_detail::size_of, segments_detail::smaller_of;
    struct Place {
        Real distance_m, slope;
    };
    const Vec3<Real> along = segment.to_m - segment.from_m;
    const Real rise = dot(along, disc.normal);
    const auto at = [&](Real t) -> Place {
        const Vec3<Real> w = segment.from_m + scaled(along, t) - disc.middle_m;
        const Real height_m = dot(w, disc.normal);
        const Vec3<Real> across = w - scaled(disc.normal, height_m);
        const Real reach_m = root_of(dot(across, across)), beyond_m = reach_m - disc.radius_m;
        if (!(beyond_m > Real(0))) return {size_of(height_m), height_m * rise};
        return {root_of(beyond_m * beyond_m + height_m * height_m),
                beyond_m * (dot(across, along) / reach_m) + height_m * rise};
    };
    constexpr int most_halvings = 60;
    const Place from = at(Real(0)), to = at(Real(1));
    if (!(from.slope < Real(0))) return from.distance_m;
    if (!(to.slope > Real(0))) return to.distance_m;
    Real low(0), high(1), least_m = smaller_of(from.distance_m, to.distance_m);
    for (int k = 0; k < most_halvings && low < high; ++k) {
        const Real middle = low + (high - low) / Real(2);
        const Place place = at(middle);
        least_m = smaller_of(least_m, place.distance_m);
        (place.slope < Real(0) ? low : high) = middle;
    }
    return least_m;
}

template <class Real>
HEXSCAN_HD_INLINE Segment<Real> moved(const Segment<Real>& line, const Vec3<Real>& by_m) {
    return {line.from_m + by_m, line.to_m + by_m};
}
template <class Real>
HEXSCAN_HD_INLINE Disc<Real> moved(const Disc<Real>& disc, const Vec3<Real>& by_m) {
    return {disc.middle_m + by_m, disc.normal, disc.radius_m};
}

/// An upper bound on the distance of a shape's points from the origin.
HEXSCAN_HD_INLINE double farthest_m(const Segment3& line) {
    return std::sqrt(std::fmax(dot(line.from_m, line.from_m), dot(line.to_m, line.to_m)));
}
HEXSCAN_HD_INLINE double farthest_m(const Disc3& disc) {
    return std::sqrt(dot(disc.middle_m, disc.middle_m)) + disc.radius_m;
}

template <class Real>
HEXSCAN_HD_INLINE Real distance_m(const Segment<Real>& leg, const Segment<Real>& line) {
    return segment_distance_m(leg, line);
}
template <class Real>
HEXSCAN_HD_INLINE Real distance_m(const Segment<Real>& leg, const Disc<Real>& disc) {
    return disc_distance_m(leg, disc);
}

}  // namespace hexscan
