#pragma once

#include <cmath>

#include "cell_bounds.h"
#include "kernels/host_device.h"

/// The part of a row where a leg with a rod may reach the platform's joint.
///
/// It can only do so where some place of its foot is no farther from the joint than the rod is long, and some no
/// nearer. A joint that is anywhere within `reach_m` of where it is asked about is as a rod that much longer, or
/// shorter. Balls, slabs and cylinders that places of the foot fill, grown by the rod, are cut with the row. What is no
/// number takes nothing off.
namespace hexscan {

/// From one place along x to another; empty where the first lies behind the last.
template <class Real>
struct RowSpan {
    Real first_m, last_m;

    HEXSCAN_HD_INLINE bool empty() const { return first_m > last_m; }
    HEXSCAN_HD_INLINE void clear() {
        first_m = 1;
        last_m = 0;
    }
    HEXSCAN_HD_INLINE void keep(Real from_m, Real to_m) {
        if (from_m > first_m) first_m = from_m;
        if (to_m < last_m) last_m = to_m;
    }
    /// Takes off an end that lies in a hole.
    HEXSCAN_HD_INLINE void take_off(RowSpan hole) {
        const bool at_first = hole.first_m <= first_m && hole.last_m >= first_m;
        const bool at_last = hole.last_m >= last_m && hole.first_m <= last_m;
        if (at_first) first_m = hole.last_m;
        if (at_last) last_m = hole.first_m;
        if (at_first && at_last) clear();
    }
};

/// A row as a leg sees it: with the platform at x, its vector is (x + at_m.x, at_m.y, at_m.z).
template <class Real>
struct RowOfLeg {
    Vec3<Real> at_m;
    Real margin_m, margin_m2;  ///< roundings of lengths and of their squares
};

namespace reach_detail {

/// An axis that is less along the row is cut with it where the part asked ends.
template <class Real>
inline constexpr Real least_along = Real(0.25);

/// Roundings grow where an axis is cut at an angle.
inline constexpr int slanted = 32;

}  // namespace reach_detail

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

/// Narrows a hole to what surely lies in a ball.
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

/// Where the leg vector is between two heights along an axis.
template <class Real>
HEXSCAN_HD_INLINE void keep_in_slab(const RowOfLeg<Real>& row, Vec3<Real> axis, Real low_m, Real high_m,
                                    RowSpan<Real>& span) {
    using namespace reach_detail;
    const Real margin_m = slanted * row.margin_m, height_m = dot(axis, row.at_m);
    const Real along = bound_math::magnitude(axis.x);
    if (along < least_along<Real>) {
        const Real middle_m = height_m + axis.x * (span.first_m + span.last_m) / 2;
        const Real give_m = along * (span.last_m - span.first_m) / 2 + margin_m;
        if (middle_m + give_m < low_m || middle_m - give_m > high_m) span.clear();
        return;
    }
    const Real low_x_m = (low_m - height_m) / axis.x, high_x_m = (high_m - height_m) / axis.x;
    span.keep((axis.x > 0 ? low_x_m : high_x_m) - margin_m, (axis.x > 0 ? high_x_m : low_x_m) + margin_m);
}

/// Where the leg vector ends no farther from an axis through the base joint.
template <class Real>
HEXSCAN_HD_INLINE void keep_in_cylinder(const RowOfLeg<Real>& row, Vec3<Real> axis, Real radius_m,
                                        RowSpan<Real>& span) {
    using namespace reach_detail;
    using std::sqrt;
    const Real across_sq = axis.y * axis.y + axis.z * axis.z;  // how fast the distance changes along the row, squared
    const Real height_m = dot(axis, row.at_m), margin_m2 = slanted * row.margin_m2;
    const auto beside_sq_m2 = [&](Real x_m) {
        const Vec3<Real> l_m{x_m + row.at_m.x, row.at_m.y, row.at_m.z};
        const Vec3<Real> beside_m = cross(l_m, axis);
        return dot(beside_m, beside_m);
    };
    if (across_sq < least_along<Real>) {
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
