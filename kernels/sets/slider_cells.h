#pragma once

#include "kernels/host_device.h"
#include "kernels/slider_leg.h"
#include "rod_cells.h"
#include "rod_reach.h"

/// Places of a slider's carriage, from which its bounds over cells of orientations are computed
/// (kernels/sets/rod_cells.h).
namespace hexscan {

template <class Number>
struct SliderFeet {
    using Real = Number;
    /// The distance between the leg's end and the rail is mostly convex in the orientation, so it is largest at corners
    /// of the set.
    static constexpr bool worst_at_corners = true;

    bool are_known;  ///< false if joints are limited
    Vec3<Real> rail;
    Real from_m, to_m;

    /// The ends of the range never prove more than the places of best().
    static HEXSCAN_HD_INLINE bool asks_ends() { return false; }
    HEXSCAN_HD_INLINE RodFeet<Real> at_ends() const { return {scaled(rail, from_m), scaled(rail, to_m)}; }

    /// The lower end of the rail is the place farthest from the platform's joint. The place nearest to the joint is the
    /// foot of the perpendicular from the joint.
    HEXSCAN_HD_INLINE RodFeet<Real> best(Vec3<Real> l_m) const {
        const Real along_m = dot(l_m, rail);
        if (!(along_m < to_m)) return at_ends();
        return {scaled(rail, from_m), scaled(rail, along_m > from_m ? along_m : from_m)};
    }

    /// Removes from `span` the part that the leg certainly does not reach. This part has four regions. The first is
    /// farther than the rod's length from the rail. The second is above the rail's upper end and farther than that from
    /// this end. The third is below the lower end, and the fourth is nearer to it than the rod's length. They shrink by
    /// `give_m`, by which the leg vector may differ.
    HEXSCAN_HD_INLINE void take_off_unreached(const RowOfLeg<Real>& row, Real rod_m, Real give_m,
                                              RowSpan<Real>& span) const {
        span = part_above(row, rail, from_m - give_m, span, false);
        if (!span.empty()) keep_in_cylinder(row, rail, rod_m + give_m, span);
        if (!span.empty()) {
            const Vec3<Real> down = scaled(rail, Real(-1));
            RowSpan<Real> beyond = span;
            keep_in_ball(row, scaled(rail, to_m), rod_m + give_m, beyond);
            span = part_above(row, down, -to_m - give_m, span, false).joined(beyond);
        }
        if (span.empty()) return;
        RowSpan<Real> near = span;
        narrow_to_ball(row, scaled(rail, from_m), rod_m - give_m, near);
        span.take_off(near);
    }
};

template <class Real>
HEXSCAN_HD_INLINE SliderFeet<Real> feet_of(const SliderLeg& leg) {
    return {!leg.carriage.is_limited() && !leg.platform.is_limited(), cell_detail::rounded<Real>(leg.rail),
            static_cast<Real>(leg.from_m), static_cast<Real>(leg.to_m)};
}

}  // namespace hexscan
