#pragma once

#include "kernels/host_device.h"
#include "kernels/slider_leg.h"
#include "rod_cells.h"
#include "rod_reach.h"

/// Places of a slider's carriage for its bounds over cells of orientations (kernels/sets/rod_cells.h).
namespace hexscan {

template <class Number>
struct SliderFeet {
    using Real = Number;
    /// How far a leg is from its rail curves with the orientation, most outwards.
    static constexpr bool worst_at_corners = true;

    bool are_known;  ///< not of limited joints
    Vec3<Real> rail;
    Real from_m, to_m;

    /// Nearer places say no less.
    static HEXSCAN_HD_INLINE bool asks_ends() { return false; }
    HEXSCAN_HD_INLINE RodFeet<Real> at_ends() const { return {scaled(rail, from_m), scaled(rail, to_m)}; }

    /// The lower end is as far from the platform's joint as can be; nearest to it is the carriage square below it.
    HEXSCAN_HD_INLINE RodFeet<Real> best(Vec3<Real> l_m) const {
        const Real along_m = dot(l_m, rail);
        if (!(along_m < to_m)) return at_ends();
        return {scaled(rail, from_m), scaled(rail, along_m > from_m ? along_m : from_m)};
    }

    /// Where some place is no farther than that.
    HEXSCAN_HD_INLINE void keep_near(const RowOfLeg<Real>& row, Real farthest_m, RowSpan<Real>& span) const {
        keep_in_slab(row, rail, from_m - farthest_m, to_m + farthest_m, span);
        if (!span.empty()) keep_in_cylinder(row, rail, farthest_m, span);
    }
    /// Where all places surely are nearer than that.
    HEXSCAN_HD_INLINE void narrow_to_near(const RowOfLeg<Real>& row, Real nearest_m, RowSpan<Real>& hole) const {
        narrow_to_ball(row, scaled(rail, from_m), nearest_m, hole);
        narrow_to_ball(row, scaled(rail, to_m), nearest_m, hole);
    }
};

template <class Real>
HEXSCAN_HD_INLINE SliderFeet<Real> feet_of(const SliderLeg& leg) {
    return {!leg.carriage.is_limited() && !leg.platform.is_limited(), cell_detail::rounded<Real>(leg.rail),
            static_cast<Real>(leg.from_m), static_cast<Real>(leg.to_m)};
}

}  // namespace hexscan
