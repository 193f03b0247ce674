#pragma once

#include "src/check/pose_box.h"
#include "src/machine/machine.h"
#include "src/machine/shared/legs_apart.h"

/// Bounds on the distance of two telescopic legs over a box of poses. The distance is at least that of their ends, a +
/// f u and p + R b - f u, along any fixed direction n. Here a is the base joint, p + R b the platform joint, u the
/// leg's direction, and f the length of its free ends (LegsApart). Each end is known to second order (leg_taylor.h).
/// The terms without squares are evaluated at the corners, and the negative part of the squares is added. At a corner,
/// the best n is the direction between the legs there. The direction at the corner with the smallest distance often
/// proves the bound for the whole box.
namespace hexscan {

/// Distances between the legs' centre lines without the free ends.
struct ApartInBox {
    double at_least_m;  ///< proved lower bound over the box
    double met_m;       ///< distance at the corner where it is about the smallest
};

/// Computes the bounds. Those above `enough_m` need not be tight.
ApartInBox apart_in_box(const Machine& machine, const LegPair& pair, const PoseBox& box, double enough_m);

/// The distance of the two legs at a pose.
double apart_at(const Machine& machine, const LegPair& pair, const Pose& pose);

}  // namespace hexscan
