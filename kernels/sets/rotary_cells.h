#pragma once

#include <cmath>

#include "cell_bounds.h"
#include "kernels/host_device.h"
#include "kernels/rotary_leg.h"
#include "rod_cells.h"

/// Places of an arm's tip for the bounds of rotary legs over cells of orientations (kernels/sets/rod_cells.h): the ends
/// of its range, and where the rod hardly reaches or hardly has room the tips that are nearest to and farthest from the
/// platform's joint.
namespace hexscan {

using RotaryBound = RodBound<RotaryLeg>;

HEXSCAN_HD_INLINE bool has_cell_bounds(const RotaryLeg& leg) {
    return leg.range != ArmRange::one_angle && !leg.arm_end.is_limited() && !leg.platform_end.is_limited();
}
HEXSCAN_HD_INLINE bool asks_ends(const RotaryLeg& leg) { return leg.range != ArmRange::any; }

HEXSCAN_HD_INLINE Vec3<double> tip_at(const RotaryLeg& leg, ArmDirection<double> arm) {
    return scaled(leg.u, leg.arm_m * arm.u) + scaled(leg.w, leg.arm_m * arm.w);
}

HEXSCAN_HD_INLINE RodFeet feet_at_ends(const RotaryLeg& leg) { return {tip_at(leg, leg.from), tip_at(leg, leg.to)}; }

/// The tips that say most of leg vectors near l.
HEXSCAN_HD_INLINE RodFeet best_feet(const RotaryLeg& leg, Vec3<double> l_m) {
    const double u_m = dot(l_m, leg.u), w_m = dot(l_m, leg.w),
                 inverse = bound_math::reciprocal_root(u_m * u_m + w_m * w_m);
    const ArmDirection<double> towards{u_m * inverse, w_m * inverse}, away{-towards.u, -towards.w};
    if (leg.range == ArmRange::any) return {tip_at(leg, away), tip_at(leg, towards)};
    const auto on_way = [&](ArmDirection<double> arm) { return is_on_way(leg, exact_direction(arm)); };
    bool ends_nearest = on_way(towards), begins_farthest = on_way(away);
    if (ends_nearest && begins_farthest) {
        // Either may come first; each is right beside an end.
        const Vec3<double> rod_m = l_m - tip_at(leg, leg.from);
        const bool is_beyond = dot(rod_m, rod_m) >= leg.rod_m * leg.rod_m;
        (is_beyond ? begins_farthest : ends_nearest) = false;
    }
    return {tip_at(leg, begins_farthest ? away : leg.from), tip_at(leg, ends_nearest ? towards : leg.to)};
}

}  // namespace hexscan
