#pragma once

#include <array>
#include <functional>
#include <optional>

#include "src/machine/pose_clearance.h"

/// How far each axis goes from a pose, the five others kept, before a limit is met: soft limits that move with the
/// machine.
namespace hexscan {

/// x, y, z, roll, pitch, yaw: metres, then radians.
inline constexpr std::size_t pose_axes = 6;
inline constexpr std::array<const char*, pose_axes> pose_axis_names{"x", "y", "z", "roll", "pitch", "yaw"};

/// One end of an axis's travel.
struct TravelEnd {
    double at = 0;                 ///< the axis's coordinate there; infinite where a full turn meets no limit
    std::optional<LimitId> limit;  ///< the one that ends it
};

/// Everything between the ends is reachable.
struct AxisTravel {
    TravelEnd from, to;
};
using Travel = std::array<AxisTravel, pose_axes>;

/// Whether a pose is reachable.
using PoseTest = std::function<bool(const Pose&)>;

/// The travel of every axis from a reachable pose, as the limits of its legs have it: limits that they share end none,
/// and `reaches` must not ask them. Both ends are reachable as `reaches` has it, and as near to the
/// exact end as doubles tell. A limit that is only touched on the way may end it, as rounding has it.
///
/// A leg's far end moves on a line or on a circle, so that squared length q and component d along a joint's axis are of
/// degree one, in the coordinate or in its sine and cosine (Merlet, Parallel Robots, 2nd ed., ch. 3). Steps that are no
/// longer than the most that d^2 - c^2 q can bend allows come to the first zero as quickly as Newton's. Where it is all
/// but touched, stationary points tell: between those and the zeros of d a limit is met once at most.
Travel travel_from(const Machine& machine, const Pose& pose, const PoseTest& reaches);

}  // namespace hexscan
