#pragma once

#include <cmath>

#include "kernels/exact_arithmetic.h"
#include "kernels/exact_distance.h"

namespace hexscan {

/// A place and a direction as the circle sees them on which rods end whose angle to an axis is a cone's. With n the
/// axis and h the direction, a rod of the circle that is turned by t from where h leans goes
/// up n . h + out |h - (n . h) n| cos t along h.
struct ConeEdge {
    exact::Number out_m, up_m;  ///< the circle's radius, and how far its middle is along the axis
    exact::Number lean;         ///< n . h
    exact::Number beside_m;     ///< how far the place is from the axis
    exact::Number beyond_m;     ///< and from the circle's plane
    exact::Number inclined_m;   ///< the place's part beside the axis, times h

    /// Whether the nearest of the circle goes `least_m` along the direction at least.
    HEXSCAN_HD_INLINE bool has_nearest(exact::Number least_m) const {
        return out_m * inclined_m >= (least_m - up_m * lean) * beside_m;
    }
    HEXSCAN_HD_INLINE exact::Number from_circle_m() const { return exact::hypotenuse(beside_m - out_m, beyond_m); }

    /// From those ends of rods that go `least_m` along the direction at least; infinite where none does. Where the
    /// nearest of the circle is none of them, an end of their arc is.
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
