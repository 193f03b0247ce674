#pragma once

#include "kernels/host_device.h"
#include "whole_arm.h"
#include "whole_slider.h"
#include "whole_telescope.h"

namespace hexscan {

/// A leg at one orientation and at its place in the machine.
template <class Whole>
struct StandingLeg {
    Whole leg;
    Vec3<double> offset_m;  ///< R b - a: the leg vector minus the platform's position
    double needed_m;        ///< the clearance that it must have at least; if 0, its limits decide
    double doubt_m;         ///< bound on the rounding errors of its clearances

    HEXSCAN_HD_INLINE Vec3<double> vector_m(Vec3<double> p) const { return p + offset_m; }
    /// The reference test.
    HEXSCAN_HD_INLINE bool keeps(Vec3<double> p) const {
        if (!(needed_m > 0)) return leg.keeps(vector_m(p));
        return least_clearance_m(leg, vector_m(p), rotary_joint_slack, only_the_least_m) >= needed_m;
    }
    /// A signed radius: all positions closer than its magnitude have the same verdict as this one. It is positive if
    /// the leg satisfies its limits here, otherwise negative. Distances of at least `enough_m` need not be exact.
    HEXSCAN_HD_INLINE double sure_m(Vec3<double> p, double enough_m) const {
        if (!(needed_m > 0)) {
            const double clearance_m =
                least_clearance_m(leg, vector_m(p), rough_to(enough_m + 2 * doubt_m), only_the_least_m);
            return clearance_m > 0 ? lessened(clearance_m, doubt_m) : -lessened(-clearance_m, doubt_m);
        }
        const double clearance_m = least_clearance_m(leg, vector_m(p), rotary_joint_slack, only_the_least_m);
        const SignedBounds distance = leg.slack().distance_of(clearance_m), needed = leg.slack().distance_of(needed_m);
        if (clearance_m >= needed_m) return lessened(distance.least_m, needed.most_m + doubt_m);
        return -lessened(needed_m, distance.most_m + doubt_m);
    }

private:
    static HEXSCAN_HD_INLINE double lessened(double distance_m, double by_m) {
        return distance_m > by_m ? distance_m - by_m : 0;
    }
};

}  // namespace hexscan
