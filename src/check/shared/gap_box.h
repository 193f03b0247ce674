#pragma once

#include "src/check/pose_box.h"
#include "src/machine/machine.h"
#include "src/machine/shared/legs_apart.h"

/// Bounds on the distance of two telescopic legs over a box of poses. Along a fixed direction n it is at least the
/// distance of their ends, a + f u and p + R b - f u. Each end is known to second order (leg_taylor.h). The terms
/// without squares are evaluated at corners, and the negative part of the squares is added. At a corner, the best n is
/// the direction between the legs there. That of the corner where the legs are nearest often proves the bound for the
/// whole box.
namespace hexscan {

/// Distances of the legs' centre lines without their free ends.
struct ApartInBox {
    double at_least_m;
    double met_m;  ///< distance at a corner where it is about the smallest
};

/// Bounds above `enough_m` need not be tight.
ApartInBox apart_in_box(const Machine& machine, const LegPair& pair, const PoseBox& box, double enough_m);

/// The distance at a pose.
double apart_at(const Machine& machine, const LegPair& pair, const Pose& pose);

}  // namespace hexscan
