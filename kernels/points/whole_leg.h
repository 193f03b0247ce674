#pragma once

#include <cmath>

#include "kernels/exact_distance.h"
#include "kernels/host_device.h"

/// Legs at one orientation with everything that limits them, as positions ask them one by one. A kind is a plain struct
/// with limits(), keeps(l) and clearances_m(l, slack, nearer_m, into) of its leg vector l, the same bits on the host as
/// on the device, and slack(): the least clearance is a bound, that near, of a signed distance that changes by no more
/// than the position moves. Whoever knows no more of a kind can scan it (kernels/points/points_kernel.cuh,
/// src/engines/lipschitz_rows.h).
namespace hexscan {

/// By how much clearances are below the distances that they are bounds of, at most: a share of themselves or, where
/// that is more, a part of the rod. Whatever is as far as `enough_m` is told as any that is not nearer.
struct JointSlack {
    double share, of_rod, enough_m = INFINITY;
};
/// Of arms' joints, and of their rough clearances.
inline constexpr JointSlack rotary_joint_slack{0.01, 0x1p-13}, rough_joint_slack{1, 0x1p-10};

/// Between what a signed distance is, or a clearance.
struct SignedBounds {
    double least_m, most_m;
};

/// By how much a leg's clearances may be below distances that change by no more than a position moves: where the
/// distance is D, a clearance is D / (1 + share) - least_m or more.
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

/// Limits that a leg of any kind has at most.
inline constexpr int most_leg_limits = 16;

/// Slack of clearances that are only asked whether they are as far as that.
HEXSCAN_HD_INLINE JointSlack rough_to(double enough_m) {
    return {rough_joint_slack.share, rough_joint_slack.of_rod, enough_m};
}

/// Beyond every clearance: asks of them nothing but which is the least.
inline constexpr double only_the_least_m = 1e300;

/// The least of a leg's clearances.
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
