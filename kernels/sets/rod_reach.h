#pragma once

#include <cmath>

#include "cell_bounds.h"
#include "kernels/host_device.h"

/// Finds the part of a row in which a leg with a rod may reach the platform's joint.
///
/// The row is intersected with balls, cylinders and half spaces. Some of them contain everything that the leg reaches,
/// others contain nothing that it reaches. If the joint may be anywhere within a distance of the tested place, the
/// surfaces move outwards or inwards by that distance. NaN removes nothing.
namespace hexscan {

/// An interval of x. It is empty if its first number is larger than its last.
template <class Real>
struct RowSpan {
    Real first_m, last_m;

    HEXSCAN_HD_INLINE bool empty() const { return first_m > last_m; }
    /// The smallest interval that contains both intervals.
    HEXSCAN_HD_INLINE RowSpan joined(RowSpan other) const {
        if (empty()) return other;
        if (other.empty()) return *this;
        return {other.first_m < first_m ? other.first_m : first_m, other.last_m > last_m ? other.last_m : last_m};
    }
    HEXSCAN_HD_INLINE void clear() {
        first_m = 1;
        last_m = 0;
    }
    HEXSCAN_HD_INLINE void keep(Real from_m, Real to_m) {
        if (from_m > first_m) first_m = from_m;
        if (to_m < last_m) last_m = to_m;
    }
    /// Removes a hole from the interval if the hole covers one of the interval's ends.
    HEXSCAN_HD_INLINE void take_off(RowSpan hole) {
        const bool at_first = hole.first_m <= first_m && hole.last_m >= first_m;
        const bool at_last = hole.last_m >= last_m && hole.first_m <= last_m;
        if (at_first) first_m = hole.last_m;
        if (at_last) last_m = hole.first_m;
        if (at_first && at_last) clear();
    }
};

/// A row in a leg's frame: with the platform at x, the leg vector is (x + at_m.x, at_m.y, at_m.z).
template <class Real>
struct RowOfLeg {
    Vec3<Real> at_m;
    Real margin_m, margin_m2;  ///< bounds on the rounding errors of lengths and of their squares
};

template <class Real>
HEXSCAN_HD_INLINE void keep_in_ball(const RowOfLeg<Real>& row, Vec3<Real> centre_m, Real radius_m,
                                    RowSpan<Real>& span) {
    using std::sqrt;
    const Vec3<Real> d = row.at_m - centre_m;
    const Real square_m2 = radius_m * radius_m - d.y * d.y - d.z * d.z + row.margin_m2;
    if (square_m2 < 0) return span.clear();
    const Real half_m = sqrt(square_m2) + row.margin_m;
    span.keep(-d.x - half_m, -d.x + half_m);
}

/// Reduces a hole to the part that certainly lies inside a ball.
template <class Real>
HEXSCAN_HD_INLINE void narrow_to_ball(const RowOfLeg<Real>& row, Vec3<Real> centre_m, Real radius_m,
                                      RowSpan<Real>& hole) {
    using std::sqrt;
    const Vec3<Real> d = row.at_m - centre_m;
    const Real square_m2 = radius_m * radius_m - d.y * d.y - d.z * d.z - row.margin_m2;
    if (!(radius_m > 0 && square_m2 > 0)) return hole.clear();
    const Real half_m = sqrt(square_m2) - row.margin_m;
    hole.keep(-d.x - half_m, -d.x + half_m);
}

/// The part of a span where the leg vector's component along a direction exceeds a height. If `surely` is true, the
/// part contains only points for which this is certain, otherwise all points for which it is possible.
template <class Real>
HEXSCAN_HD_INLINE RowSpan<Real> part_above(const RowOfLeg<Real>& row, Vec3<Real> direction, Real height_m,
                                           RowSpan<Real> span, bool surely) {
    const Real margin_m = surely ? -row.margin_m : row.margin_m;
    const Real at_0_m = dot(direction, row.at_m) - height_m + margin_m;
    const Real first_m = direction.x * span.first_m + at_0_m, last_m = direction.x * span.last_m + at_0_m;
    if (first_m < 0 && last_m < 0) span.clear();
    if ((first_m < 0) == (last_m < 0)) return span;
    const Real crossing_m = span.first_m + (span.last_m - span.first_m) * (first_m / (first_m - last_m));
    if (first_m < 0)
        span.first_m = crossing_m - margin_m;
    else
        span.last_m = crossing_m + margin_m;
    return span;
}

/// Keeps the part where the leg vector ends within `radius_m` of an axis through the base joint.
template <class Real>
HEXSCAN_HD_INLINE void keep_in_cylinder(const RowOfLeg<Real>& row, Vec3<Real> axis, Real radius_m,
                                        RowSpan<Real>& span) {
    using std::sqrt;
    // If the axis is inclined to the row, rounding errors grow by at most this factor.
    constexpr int slanted = 32;
    // The square of the largest rate at which the distance changes along the row.
    const Real across_sq = axis.y * axis.y + axis.z * axis.z;
    const Real height_m = dot(axis, row.at_m), margin_m2 = slanted * row.margin_m2;
    const auto beside_sq_m2 = [&](Real x_m) {
        const Vec3<Real> l_m{x_m + row.at_m.x, row.at_m.y, row.at_m.z};
        const Vec3<Real> beside_m = cross(l_m, axis);
        return dot(beside_m, beside_m);
    };
    // If the axis is almost parallel to the row, the distance changes by at most `give_m`.
    if (across_sq < Real(0.25)) {
        const Real give_m = sqrt(across_sq) * (span.last_m - span.first_m) / 2 + slanted * row.margin_m;
        const Real may_m = radius_m + give_m;
        if (beside_sq_m2((span.first_m + span.last_m) / 2) > may_m * may_m + margin_m2) span.clear();
        return;
    }
    const Real nearest_x_m = (axis.x * height_m - row.at_m.x) / across_sq;
    const Real square_m2 = radius_m * radius_m - beside_sq_m2(nearest_x_m) + margin_m2;
    if (square_m2 < 0) return span.clear();
    const Real half_m = sqrt(square_m2 / across_sq) + slanted * row.margin_m;
    span.keep(nearest_x_m - half_m, nearest_x_m + half_m);
}

}  // namespace hexscan
