#pragma once

#include <array>
#include <functional>
#include <optional>

#include "src/machine/pose_clearance.h"

/// How far each axis can move from a pose before a limit is met, while the five others stay fixed. These are soft
/// limits that depend on the pose.
namespace hexscan {

/// The axes x, y, z, roll, pitch, yaw: three in metres, then three in radians.
inline constexpr std::size_t pose_axes = 6;
inline constexpr std::array<const char*, pose_axes> pose_axis_names{"x", "y", "z", "roll", "pitch", "yaw"};

/// One end of an axis's travel.
struct TravelEnd {
    double at = 0;                 ///< coordinate of the axis there; infinite if a full turn meets no limit
    std::optional<LimitId> limit;  ///< the limit that ends it
};

/// The travel of one axis. Every coordinate between its ends is reachable.
struct AxisTravel {
    TravelEnd from, to;
};
using Travel = std::array<AxisTravel, pose_axes>;

/// True if a pose is reachable.
using PoseTest = std::function<bool(const Pose&)>;

/// The travel of every axis from a reachable pose, for the limits of the legs alone. The test `reaches` must ignore
/// shared limits. It accepts both ends, which are as near to the exact ends as doubles allow. A limit that is only
/// touched on the way may or may not end the travel, depending on rounding.
///
/// A leg's far end moves on a line or a circle. On a line, the squared length q is quadratic in the coordinate, and the
/// component d along a joint's axis is linear. On a circle, both are linear in its sine and cosine (Merlet, Parallel
/// Robots, 2nd ed., ch. 3). Let c be the cosine of the largest tilt. Steps that are bounded by the curvature of
/// d^2 - c^2 q reach the first zero as fast as Newton's method. If a zero is almost touched, stationary points help:
/// between those and the zeros of d, a limit is met at most once.
Travel travel_from(const Machine& machine, const Pose& pose, const PoseTest& reaches);

}  // namespace hexscan
