#pragma once

#include "src/base/interval.h"
#include "src/machine/rotation.h"

/// Vectors of three intervals. Vec3 provides sums, dot products and cross products.
namespace hexscan {

using IntervalVector = Vec3<Interval>;

inline IntervalVector exactly(const Vector& v) { return {v.x, v.y, v.z}; }
inline Vector middle(const IntervalVector& v) { return {v.x.middle(), v.y.middle(), v.z.middle()}; }
inline Interval square_of(const IntervalVector& v) { return square(v.x) + square(v.y) + square(v.z); }
inline Interval length_of(const IntervalVector& v) { return square_root(square_of(v)); }

/// A vector in the direction of `v`. Its length is 1 or less by a rounding error, or 0 if `v` is too short to have a
/// direction.
inline Vector direction_of(const Vector& v) {
    constexpr double shrink = 1 - 0x1p-50, shortest = 1e-150;
    const double length = length_of(v);
    return length > shortest ? scaled(v, shrink / length) : Vector{0, 0, 0};
}

}  // namespace hexscan
