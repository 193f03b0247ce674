#pragma once

#include "hexscan/pose.h"
#include "src/pose/near_pose.h"

namespace hexscan {

struct Machine;

/// A pose in which the rods of a machine close, with proved radii. All are 0 if the proof fails, as it does near
/// singular poses.
struct IsolatedPose {
    bool is_proved = false;       ///< Exactly one pose in which the rods close is within `error`.
    PoseRadius error;             ///< of a Placed
    PoseRadius alone_within;      ///< No other Placed in which the rods close is within this radius.
    PoseRadius unique_within;     ///< No other pose in which the rods close is within this radius.
    PoseRadius converges_within;  ///< Rods::closed_from() gets from any start within this radius to this pose.
    /// Joint values that differ by at most this have exactly one pose within `unique_within`. In metres or radians.
    double values_within = 0;
};

/// Proves the radii of a pose that Rods::closed_from() found. Uniqueness follows from bounds of the terms of second
/// order, convergence from a Newton-Kantorovich argument (Ortega and Rheinboldt, Iterative Solution of Nonlinear
/// Equations in Several Variables, 1970, ch. 12).
IsolatedPose isolated(const Machine& machine, const Rods& rods, const Placed& at);

}  // namespace hexscan
