#pragma once

#include <cmath>

#include "host_device.h"
#include "rotary_leg.h"

/// The tip of a rotary leg's arm: its position relative to the base joint, and a ball that contains all its positions.
namespace hexscan {

HEXSCAN_HD_INLINE Vec3<double> tip_of(const RotaryLeg& leg, ArmDirection<double> arm) {
    return scaled(leg.u, leg.arm_m * arm.u) + scaled(leg.w, leg.arm_m * arm.w);
}

/// A ball that contains every position of an arm's tip.
struct TipBall {
    Vec3<double> centre_m;
    double radius_m;
};

HEXSCAN_HD_INLINE TipBall ball_of_tips(const RotaryLeg& leg) {
    using std::sqrt;
    // An arc of at most half a turn lies within the ball about the middle of its chord. Longer arcs need the ball about
    // the base joint.
    if (leg.range != ArmRange::one_angle && leg.range != ArmRange::to_half_turn) return {{0, 0, 0}, leg.arm_m};
    const Vec3<double> from_m = tip_of(leg, leg.from), to_m = tip_of(leg, leg.to), chord_m = to_m - from_m;
    return {scaled(from_m + to_m, 0.5), sqrt(dot(chord_m, chord_m)) / 2};
}

}  // namespace hexscan
