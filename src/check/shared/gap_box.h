#pragma once

#include "src/check/pose_box.h"
#include "src/machine/machine.h"
#include "src/machine/shared/legs_apart.h"

/// How far apart two telescopic legs are over a box of poses. Along a fixed direction n they are as far apart as their
/// ends, a + f u and p + R b - f u, are at least, each of them to second order (leg_taylor.h): without the squares at
/// corners, and with what of the squares is negative. No n says more of a corner than the way between the legs there,
/// and of the corner where they are nearest it often says of all of the box that they are no nearer.
namespace hexscan {

/// Of the legs' middle lines, without what is free of them.
struct ApartInBox {
    double at_least_m;
    double met_m;  ///< what they are at a corner where that is about the least
};

/// No more than `enough_m` is asked for.
ApartInBox apart_in_box(const Machine& machine, const LegPair& pair, const PoseBox& box, double enough_m);

/// At a pose.
double apart_at(const Machine& machine, const LegPair& pair, const Pose& pose);

}  // namespace hexscan
