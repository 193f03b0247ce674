#pragma once

#include <algorithm>

#include "src/machine/surfaces/tangent.h"

/// Clearances of a sphere (kernels/surfaces/sphere.h) in intervals, which contain the true value.
namespace hexscan {

inline Interval clearance_inside_sphere(Interval radius_m, const IntervalVector& l) { return radius_m - length_of(l); }
inline Interval clearance_outside_sphere(Interval radius_m, const IntervalVector& l) { return length_of(l) - radius_m; }

/// For the outside. The ball is forbidden, and it is convex.
inline ForbiddenTangent tangent_outside_sphere(Interval radius_m, const Vector& l) {
    return {exactly(direction_of(l)), radius_m};
}

/// For the inside, with w and b of all rotations. Uses |l| <= r / 2 + |l|^2 / (2 r) for any r > 0, an equality at r =
/// |l|, and |l|^2 = |w|^2 + |b|^2 + 2 w . R b. The bound touches at a far end of length `touching_m`.
inline RotationBound bound_inside_sphere(Interval radius_m, double touching_m, const IntervalVector& w,
                                         const IntervalVector& b) {
    const Interval r(std::max(touching_m, 1e-30));
    const Interval squares = square_of(w) + square_of(b);
    return {radius_m - (r + squares / r) * Interval(0.5), scaled(w, Interval(-1) / r), b, r.lo};
}

}  // namespace hexscan
