#pragma once

#include <cmath>

#include "cell_bounds.h"
#include "kernels/arm_tips.h"
#include "kernels/host_device.h"
#include "kernels/rotary_leg.h"
#include "rod_cells.h"
#include "rod_reach.h"

/// Places of an arm's tip, from which the bounds of rotary legs over cells of orientations are computed
/// (kernels/sets/rod_cells.h). They are the tips at the ends of the range, and the tips nearest to and farthest from
/// the platform's joint. The nearest and farthest tips matter if the rod hardly reaches, or is almost too long.
namespace hexscan {

template <class Number>
struct RotaryFeet {
    using Real = Number;
    static constexpr bool worst_at_corners = false;

    bool are_known;          ///< False if joints are limited, or if the range is too narrow for single precision.
    bool has_distinct_ends;  ///< True for a range of at most half a turn whose ends differ by more than rounding
                             ///< errors.
    ArmRange range;
    Vec3<Real> u_m, w_m;  ///< their length is the arm's
    ArmDirection<Real> from, to;
    Real rod_sq_m2;
    Vec3<Real> axis;
    Vec3<Real> centre_m;  ///< centre of a ball that contains all positions of the tip
    Real radius_m, arm_m;

    HEXSCAN_HD_INLINE bool asks_ends() const { return range != ArmRange::any; }
    HEXSCAN_HD_INLINE Vec3<Real> tip_at(ArmDirection<Real> arm) const {
        return scaled(u_m, arm.u) + scaled(w_m, arm.w);
    }
    HEXSCAN_HD_INLINE RodFeet<Real> at_ends() const { return {tip_at(from), tip_at(to)}; }

    /// The two tips that prove most for leg vectors near l.
    HEXSCAN_HD_INLINE RodFeet<Real> best(Vec3<Real> l_m) const {
        const Real u = dot(l_m, u_m), w = dot(l_m, w_m), inverse = bound_math::reciprocal_root(u * u + w * w);
        const ArmDirection<Real> towards{u * inverse, w * inverse}, away{-towards.u, -towards.w};
        if (range == ArmRange::any) return {tip_at(away), tip_at(towards)};
        bool ends_nearest = is_on_way(range, from, to, towards), begins_farthest = is_on_way(range, from, to, away);
        if (ends_nearest && begins_farthest) {
            // Only one of the two directions may be used. The other tip must be at an end of the range.
            const Vec3<Real> rod_m = l_m - tip_at(from);
            const bool is_beyond = dot(rod_m, rod_m) >= rod_sq_m2;
            (is_beyond ? begins_farthest : ends_nearest) = false;
        }
        return {tip_at(begins_farthest ? away : from), tip_at(ends_nearest ? towards : to)};
    }

    /// Removes from `span` the part that the leg certainly does not reach: farther from all tips than the rod's length,
    /// or nearer to all of them. The arm is at an angle less than half a turn behind the leg vector's own angle. So a
    /// range of at most half a turn excludes three regions. The first is ahead of the tip at the lower end and within a
    /// rod's length of it. The second is ahead of the tip at the upper end and farther from it than a rod's length. The
    /// third is behind both tips. All regions shrink by `give_m`, by which the leg vector may differ.
    HEXSCAN_HD_INLINE void take_off_unreached(const RowOfLeg<Real>& row, Real rod_m, Real give_m,
                                              RowSpan<Real>& span) const {
        const Real farthest_m = rod_m + give_m, nearest_m = rod_m - give_m;
        keep_in_ball(row, centre_m, radius_m + farthest_m, span);
        if (!span.empty()) keep_in_ball(row, {0, 0, 0}, arm_m + farthest_m, span);
        if (!span.empty()) span = part_above(row, axis, -farthest_m, span, false);
        if (!span.empty()) span = part_above(row, scaled(axis, Real(-1)), -farthest_m, span, false);
        if (span.empty()) return;
        RowSpan<Real> near = span;
        narrow_to_ball(row, centre_m, nearest_m - radius_m, near);
        span.take_off(near);
        if (has_distinct_ends && !span.empty()) take_off_beyond_ends(row, rod_m, give_m, span);
    }

private:
    HEXSCAN_HD_INLINE Vec3<Real> forward_at(ArmDirection<Real> arm) const {
        const Real inverse_m = 1 / arm_m;
        return scaled(w_m, arm.u * inverse_m) - scaled(u_m, arm.w * inverse_m);
    }
    HEXSCAN_HD_INLINE void take_off_beyond_ends(const RowOfLeg<Real>& row, Real rod_m, Real give_m,
                                                RowSpan<Real>& span) const {
        const Vec3<Real> at_from = forward_at(from), at_to = forward_at(to);
        RowSpan<Real> near = part_above(row, at_from, give_m, span, true);
        narrow_to_ball(row, tip_at(from), rod_m - give_m, near);
        span.take_off(near);
        if (span.empty()) return;
        RowSpan<Real> within = span;
        keep_in_ball(row, tip_at(to), rod_m + give_m, within);
        span = part_above(row, scaled(at_to, Real(-1)), -give_m, span, false).joined(within);
        if (span.empty()) return;
        const RowSpan<Real> behind = part_above(row, scaled(at_from, Real(-1)), give_m, span, true);
        span.take_off(part_above(row, scaled(at_to, Real(-1)), give_m, behind, true));
    }
};

template <class Real>
HEXSCAN_HD_INLINE RotaryFeet<Real> feet_of(const RotaryLeg& leg) {
    using std::fabs;
    // In such a narrow range, single precision can hardly distinguish a direction from its reverse.
    const bool narrow = leg.range == ArmRange::to_half_turn && fabs(turn_left(leg.from, leg.to)) < 0x1p-10 &&
                        leg.from.u * leg.to.u + leg.from.w * leg.to.w > 0;
    const auto rounded = [](ArmDirection<double> arm) -> ArmDirection<Real> {
        return {static_cast<Real>(arm.u), static_cast<Real>(arm.w)};
    };
    const TipBall tips = ball_of_tips(leg);
    return {leg.range != ArmRange::one_angle && !narrow && !leg.arm_end.is_limited() && !leg.platform_end.is_limited(),
            leg.range == ArmRange::to_half_turn && !narrow,
            leg.range,
            cell_detail::rounded<Real>(scaled(leg.u, leg.arm_m)),
            cell_detail::rounded<Real>(scaled(leg.w, leg.arm_m)),
            rounded(leg.from),
            rounded(leg.to),
            static_cast<Real>(leg.rod_m * leg.rod_m),
            cell_detail::rounded<Real>(leg.axis),
            cell_detail::rounded<Real>(tips.centre_m),
            static_cast<Real>(tips.radius_m),
            static_cast<Real>(leg.arm_m)};
}

}  // namespace hexscan
