#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "src/base/interval.h"
#include "src/machine/rotation.h"

/// Bounds the rotation from the centre of a box of orientations to any orientation in it. Rounding is included: the
/// bound is never too small.
namespace hexscan {

/// All orientations whose roll, pitch and yaw differ from the centre's by at most the half-widths.
struct OrientationCell {
    Orientation centre, half_width;
};

/// The largest angle of a rotation from the centre's orientation to any orientation of the cell, in radians.
///
/// R = Rz(yaw) Ry(pitch) Rx(roll) rotates about the axes ez, Rz ey and Rz Ry ex. The middle axis is perpendicular to
/// both others, and ez . Rz Ry ex = -sin(pitch). Along a straight line in the three angles the squared angular speed is
/// therefore roll'^2 + pitch'^2 + yaw'^2 - 2 sin(pitch) roll' yaw'. The order R = Rx Ry Rz only changes the sign of the
/// last term. The angle of a rotation is at most the length of a path to it, because SO(3) has a bi-invariant metric
/// (Merlet, Parallel Robots, 2nd ed., ch. 2). Hartley and Kahl (Global optimization through rotation space search, IJCV
/// 82, 2009) use the same bound for balls of rotation vectors.
inline double largest_turn_rad(const OrientationCell& cell) {
    const Interval roll = cell.half_width.roll_rad, pitch = cell.half_width.pitch_rad, yaw = cell.half_width.yaw_rad;
    const double steepest =
        std::min(1.0, (Interval(std::abs(std::sin(cell.centre.pitch_rad))) + pitch + Interval(0x1p-50)).hi);
    const Interval square_rad2 =
        square(roll) + square(pitch) + square(yaw) + Interval(2 * steepest) * Interval(std::abs((roll * yaw).hi));
    return std::min(square_root(square_rad2).hi, rounding::above(std::numbers::pi));
}

}  // namespace hexscan
