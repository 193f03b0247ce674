#pragma once

#include <cstdint>
#include <string>

#include "src/check/check_tuning.h"
#include "src/check/proof.h"

namespace hexscan {

/// How far the platform can move from a pose in any direction, at the same orientation, before a limit is violated. The
/// distance lies between a lower and an upper end.
struct KeptDistance {
    double at_least_m;       ///< proved lower bound: all nearer positions satisfy all limits
    double at_most_m;        ///< upper bound: some position at this distance violates a limit
    LimitId limit;           ///< the limit that is violated there
    Vector violated_m;       ///< that position if a shared limit is violated there, else the position of the pose
    std::int64_t parts = 0;  ///< number of computed bounds
};

struct DistanceRequest {
    /// The search ends when the two ends differ by at most this share of the upper end.
    double tolerance = tuning::kept_distance_tolerance;
    /// The search also ends when it finds a violation within this distance.
    double near_enough_m = 0;
    std::int64_t most_parts = tuning::parts_of_kept_distance;
};

/// The distance for a pose that satisfies all limits. For any other pose both ends are its clearance
/// (pose_clearance.h), which is negative.
///
/// Method: best-first search over boxes of positions, nearest first. A box in which the bounds of all limits are above
/// 0 (shared_bounds.h) is discarded. Other boxes are halved. A position that violates a limit is moved towards the pose
/// while it still violates the limit.
KeptDistance kept_distance(const ProvenMachine& machine, const Pose& pose, const DistanceRequest& request = {});

/// The distance as text: "0.39 m", its lower end. If the ends differ by more than 1 %, both: "0.31 … 0.42 m".
std::string distance_text(double at_least_m, double at_most_m, const Units& units);

}  // namespace hexscan
