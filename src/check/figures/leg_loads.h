#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "src/base/effort.h"
#include "src/check/pose_span.h"
#include "src/machine/machine.h"

/// The largest pushing and pulling forces in legs, and the largest torques of motors, that a load causes over poses.
namespace hexscan {

/// The largest force in one direction, or the largest magnitude of a torque.
struct LargestLoad {
    double met = 0;    ///< The load of a leg at a pose.
    double bound = 0;  ///< Proved bound on all loads. Infinite if there is none.
    std::size_t leg = 0;
    Pose at;
    double along = 0;      ///< Place of the pose on a path.
    bool gave_up = false;  ///< The search for the bound gave up.
};

/// In N and N m. A force is above 0 if the leg pushes the platform, so that the leg is compressed.
struct LegLoads {
    LargestLoad pull, push;                ///< The least and the largest force of all legs.
    std::optional<LargestLoad> torque_nm;  ///< Magnitude, for motors of arms.

    /// The largest magnitude of a force: the one that was met, and the proved bound.
    double force_met_n() const;
    double force_bound_n() const;
};

/// The machine must have a load. Runs on the calling thread alone. Bounds are within a thousandth of what was met,
/// unless a search gave up after tuning::parts_of_loads times the effort. A rod that does not reach counts as in its
/// nearest position.
LegLoads leg_loads(const Machine& machine, std::span<const PoseSpan> poses, Effort effort = {});

}  // namespace hexscan
