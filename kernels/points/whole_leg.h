#pragma once

#include <cmath>

#include "kernels/exact_distance.h"
#include "kernels/host_device.h"
#include "kernels/vec3.h"

/// Legs at one orientation with all their limits, tested position by position. A kind of leg is a plain struct with
/// limits(), keeps(l) and clearances_m(l, slack, nearer_m, into) of its leg vector l. Host and device compute the same
/// bits.
///
/// A leg's slack() bounds how far its least clearance may be below a signed distance. That distance changes by at most
/// as much as the position moves. This interface suffices to scan a kind of leg (kernels/points/points_kernel.cuh,
/// src/engines/lipschitz_rows.h).
namespace hexscan {

/// Bounds how far clearances may be below the distances that they approximate. The bound is a share of the distance or,
/// if that is more, a share of the rod's length. Distances of at least `enough_m` need not be exact.
struct JointSlack {
    double share, of_rod, enough_m = INFINITY;
};
/// The slack of arms' joints when clearances are needed, and when rough clearances suffice.
inline constexpr JointSlack rotary_joint_slack{0.01, 0x1p-13}, rough_joint_slack{1, 0x1p-10};

/// Bounds on a signed distance or on a clearance.
struct SignedBounds {
    double least_m, most_m;
};

/// Bounds how far a leg's clearances may be below signed distances that change by at most as much as the position
/// moves. At distance D >= 0 a clearance is at least (D - least_m) / (1 + share).
struct ClearanceSlack {
    double share, least_m;

    HEXSCAN_HD_INLINE SignedBounds distance_of(double clearance_m) const {
        const double farther_m = (1 + share) * magnitude(clearance_m) + least_m;
        if (clearance_m >= 0) return {clearance_m, farther_m};
        return {-farther_m, clearance_m};
    }
    HEXSCAN_HD_INLINE SignedBounds clearance_of(double distance_m) const {
        const double far_m = (magnitude(distance_m) - least_m) / (1 + share), nearer_m = far_m > 0 ? far_m : 0;
        if (distance_m >= 0) return {nearer_m, distance_m};
        return {distance_m, -nearer_m};
    }

private:
    static HEXSCAN_HD_INLINE double magnitude(double x) { return x < 0 ? -x : x; }
};

/// The largest number of limits of a leg of any kind.
inline constexpr int most_leg_limits = 16;

/// The slack that suffices if the caller only asks whether clearances are at least `enough_m`.
HEXSCAN_HD_INLINE JointSlack rough_to(double enough_m) {
    return {rough_joint_slack.share, rough_joint_slack.of_rod, enough_m};
}

/// A number above every clearance. A caller that passes it as `nearer_m` requires only the least clearance to be exact.
inline constexpr double only_the_least_m = 1e300;

/// The least clearance of a leg.
template <class Whole>
HEXSCAN_HD_INLINE double least_clearance_m(const Whole& leg, Vec3<double> l, JointSlack slack, double nearer_m) {
    double clearances_m[most_leg_limits];
    leg.clearances_m(l, slack, nearer_m, clearances_m);
    double least_m = INFINITY;
    for (int k = 0; k < leg.limits(); ++k)
        if (clearances_m[k] < least_m) least_m = clearances_m[k];
    return least_m;
}

}  // namespace hexscan
