#pragma once

#include "kernels/exact_arithmetic.h"
#include "kernels/host_device.h"
#include "kernels/vec3.h"

/// Distances between segments. The number type is double on the host, and exact::Number if a device must compute the
/// same bits.
namespace hexscan {

/// A segment in space, in metres; its ends may coincide.
template <class Real>
struct Segment {
    Vec3<Real> from_m, to_m;
};

namespace segments_detail {

using exact::sqrt;
using std::sqrt;

template <class Real>
HEXSCAN_HD_INLINE Real size_of(Real a) {
    return a < Real(0) ? -a : a;
}
template <class Real>
HEXSCAN_HD_INLINE Real smaller_of(Real a, Real b) {
    return b < a ? b : a;
}
template <class Real>
HEXSCAN_HD_INLINE Real root_of(Real a) {
    return sqrt(a);
}

}  // namespace segments_detail

/// The part of a telescopic leg on which a gap is required. The leg may touch other bodies over a length of `free_m` at
/// both ends. At least the middle point of the leg remains.
template <class Real>
HEXSCAN_HD_INLINE Segment<Real> without_free_ends(Vec3<Real> base_m, Vec3<Real> top_m, Real free_m) {
    if (!(free_m > Real(0))) return {base_m, top_m};
    const Vec3<Real> l = top_m - base_m;
    const Real length_m = segments_detail::root_of(dot(l, l));
    const Real part = length_m > Real(0) ? segments_detail::smaller_of(free_m / length_m, Real(0.5)) : Real(0);
    const Vec3<Real> freed = scaled(l, part);
    return {base_m + freed, top_m - freed};
}

/// The squared distance of a point from a segment.
template <class Real>
HEXSCAN_HD_INLINE Real point_distance_sq_m2(Vec3<Real> point_m, const Segment<Real>& segment) {
    const Vec3<Real> along = segment.to_m - segment.from_m, w = point_m - segment.from_m;
    const Real length_sq = dot(along, along), reached = dot(w, along);
    // No division is needed if an end is nearest.
    Real part(0);
    if (reached > Real(0)) part = reached < length_sq ? reached / length_sq : Real(1);
    const Vec3<Real> off = w - scaled(along, part);
    return dot(off, off);
}

/// The distance between two segments. If the nearest points of their lines lie on both segments, it is the distance
/// between the lines: |w.n| / |n| with n perpendicular to both. Otherwise the nearest point of one segment is an end.
/// If the segments are almost parallel, n may be only rounding error. The distances from the ends are then accurate to
/// within 1e-8 of the longer segment (Eberly, Robust computation of distance between line segments, 2015).
template <class Real>
HEXSCAN_HD_INLINE Real segment_distance_m(const Segment<Real>& p, const Segment<Real>& q) {
    using segments_detail::smaller_of;
    const Vec3<Real> u = p.to_m - p.from_m, v = q.to_m - q.from_m, w = p.from_m - q.from_m, n = cross(u, v);
    const Real n_sq = dot(n, n);
    if (n_sq > Real(1e-16) * dot(u, u) * dot(v, v)) {
        const Real s = -dot(cross(w, v), n), t = -dot(cross(w, u), n);
        if (Real(0) <= s && s <= n_sq && Real(0) <= t && t <= n_sq)
            return segments_detail::size_of(dot(w, n)) / segments_detail::root_of(n_sq);
    }
    return segments_detail::root_of(
        smaller_of(smaller_of(point_distance_sq_m2(p.from_m, q), point_distance_sq_m2(p.to_m, q)),
                   smaller_of(point_distance_sq_m2(q.from_m, p), point_distance_sq_m2(q.to_m, p))));
}

}  // namespace hexscan
