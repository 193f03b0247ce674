#pragma once

#include <cmath>

#include "kernels/exact_arithmetic.h"
#include "kernels/exact_distance.h"

namespace hexscan {

/// The circle on which all rods end that are at a cone's angle to the axis n. The numbers below describe it relative to
/// a position and to a unit vector h. Let t be the angle along the circle, with t = 0 on the side to which h leans. The
/// rod that ends at t extends along h by up (n . h) + out |h - (n . h) n| cos t.
struct ConeEdge {
    exact::Number out_m, up_m;  ///< the circle's radius, and where its centre lies along the axis
    exact::Number lean;         ///< n . h
    exact::Number beside_m;     ///< distance of the position from the axis
    exact::Number beyond_m;     ///< distance of the position from the circle's plane
    exact::Number inclined_m;   ///< h times the component of the position perpendicular to the axis

    /// True if the rod to the point of the circle nearest to the position extends at least `least_m` along h.
    HEXSCAN_HD_INLINE bool has_nearest(exact::Number least_m) const {
        return out_m * inclined_m >= (least_m - up_m * lean) * beside_m;
    }
    HEXSCAN_HD_INLINE exact::Number from_circle_m() const { return exact::hypotenuse(beside_m - out_m, beyond_m); }

    /// Distance of the position from the ends of those rods that extend at least `least_m` along h; infinite if there
    /// are none. If the circle's nearest point is not among them, an end of their arc is nearest.
    HEXSCAN_HD_INLINE exact::Number from_arc_m(exact::Number least_m) const {
        using exact::Number;
        if (has_nearest(least_m)) return from_circle_m();
        const Number asked_m = least_m - up_m * lean, leaning = sqrt(exact::larger(0, Number(1) - lean * lean));
        const Number spread_m = out_m * leaning;
        if (asked_m > spread_m) return INFINITY;
        if (!(asked_m > -spread_m)) return from_circle_m();
        const Number cosine = asked_m / spread_m, sine = sqrt(exact::larger(0, Number(1) - cosine * cosine));
        const Number forward_m = inclined_m / leaning;
        const Number sideways_m = sqrt(exact::larger(0, beside_m * beside_m - forward_m * forward_m));
        return exact::hypotenuse(exact::hypotenuse(forward_m - out_m * cosine, sideways_m - out_m * sine), beyond_m);
    }
};

}  // namespace hexscan
