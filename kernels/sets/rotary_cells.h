#pragma once

#include "cell_bounds.h"
#include "kernels/host_device.h"
#include "kernels/rotary_leg.h"
#include "rod_cells.h"

/// Places of an arm's tip for the bounds of rotary legs over cells of orientations (kernels/sets/rod_cells.h): the ends
/// of its range, and where the rod hardly reaches or hardly has room the tips that are nearest to and farthest from the
/// platform's joint.
namespace hexscan {

template <class Number>
struct RotaryFeet {
    using Real = Number;
    static constexpr bool worst_at_corners = false;

    bool are_known;  ///< not of limited joints
    ArmRange range;
    Vec3<Real> u_m, w_m;  ///< as long as the arm
    ArmDirection<Real> from, to;
    Real rod_sq_m2;

    HEXSCAN_HD_INLINE bool asks_ends() const { return range != ArmRange::any; }
    HEXSCAN_HD_INLINE Vec3<Real> tip_at(ArmDirection<Real> arm) const {
        return scaled(u_m, arm.u) + scaled(w_m, arm.w);
    }
    HEXSCAN_HD_INLINE RodFeet<Real> at_ends() const { return {tip_at(from), tip_at(to)}; }

    /// The tips that say most of leg vectors near l.
    HEXSCAN_HD_INLINE RodFeet<Real> best(Vec3<Real> l_m) const {
        const Real u = dot(l_m, u_m), w = dot(l_m, w_m), inverse = bound_math::reciprocal_root(u * u + w * w);
        const ArmDirection<Real> towards{u * inverse, w * inverse}, away{-towards.u, -towards.w};
        if (range == ArmRange::any) return {tip_at(away), tip_at(towards)};
        bool ends_nearest = is_on_way(range, from, to, towards), begins_farthest = is_on_way(range, from, to, away);
        if (ends_nearest && begins_farthest) {
            // Either may come first; each is right beside an end.
            const Vec3<Real> rod_m = l_m - tip_at(from);
            const bool is_beyond = dot(rod_m, rod_m) >= rod_sq_m2;
            (is_beyond ? begins_farthest : ends_nearest) = false;
        }
        return {tip_at(begins_farthest ? away : from), tip_at(ends_nearest ? towards : to)};
    }
};

template <class Real>
HEXSCAN_HD_INLINE RotaryFeet<Real> feet_of(const RotaryLeg& leg) {
    using std::fabs;
    // Of a range so narrow a direction can hardly be told from its reverse in float.
    const bool narrow = leg.range == ArmRange::to_half_turn && fabs(turn_left(leg.from, leg.to)) < 0x1p-10 &&
                        leg.from.u * leg.to.u + leg.from.w * leg.to.w > 0;
    const auto rounded = [](ArmDirection<double> arm) -> ArmDirection<Real> {
        return {static_cast<Real>(arm.u), static_cast<Real>(arm.w)};
    };
    return {leg.range != ArmRange::one_angle && !narrow && !leg.arm_end.is_limited() && !leg.platform_end.is_limited(),
            leg.range,
            cell_detail::rounded<Real>(scaled(leg.u, leg.arm_m)),
            cell_detail::rounded<Real>(scaled(leg.w, leg.arm_m)),
            rounded(leg.from),
            rounded(leg.to),
            static_cast<Real>(leg.rod_m * leg.rod_m)};
}

}  // namespace hexscan
