#pragma once

#include <cstdint>
#include <string>

#include "src/check/check_tuning.h"
#include "src/check/proof.h"

namespace hexscan {

/// How far the platform can move from a pose in any direction, its orientation kept, before a limit is violated. The
/// distance lies between two ends.
struct KeptDistance {
    double at_least_m;       ///< proved: all nearer positions satisfy all limits
    double at_most_m;        ///< some position this far away violates a limit
    LimitId limit;           ///< the violated limit
    Vector violated_m;       ///< the position, if legs share the limit
    std::int64_t parts = 0;  ///< bounds that were computed
};

struct DistanceRequest {
    /// The search ends if the ends differ by no more than this part of the upper one.
    double tolerance = tuning::kept_distance_tolerance;
    /// It also ends if it meets a violation this near.
    double near_enough_m = 0;
    std::int64_t most_parts = tuning::parts_of_kept_distance;
};

/// The distance of a pose that satisfies all limits. For any other pose both ends are its clearance
/// (pose_clearance.h), which is negative.
///
/// Method: best-first over boxes of positions, the nearest first. A box is left out if the bounds of all limits
/// (shared_bounds.h) are above 0 in it, and halved otherwise. A position that violates a limit is moved towards the
/// pose, as far as it still does.
KeptDistance kept_distance(const ProvenMachine& machine, const Pose& pose, const DistanceRequest& request = {});

/// "0.39 m", the lower end, or both ends, "0.31 … 0.42 m", if the search ended before they were close.
std::string distance_text(double at_least_m, double at_most_m, const Units& units);

}  // namespace hexscan
