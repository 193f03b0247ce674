#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "src/base/effort.h"
#include "src/check/pose_span.h"
#include "src/machine/machine.h"

/// The largest pushing and pulling forces in legs, and the largest torques of motors, that a load causes over poses.
namespace hexscan {

/// The largest push or the largest pull of all legs; for arms, the torque with the largest magnitude.
struct LargestLoad {
    double met = 0;    ///< load of a leg at an evaluated pose
    double bound = 0;  ///< proved upper bound on all loads; infinite if there is none
    std::size_t leg = 0;
    Pose at;
    double along = 0;      ///< where the pose is on a path
    bool gave_up = false;  ///< true if the search for the bound gave up
};

/// Loads in N and N m. A positive force means that the leg pushes the platform and is compressed.
struct LegLoads {
    LargestLoad pull, push;                ///< smallest and largest force of all legs
    std::optional<LargestLoad> torque_nm;  ///< magnitude of a torque, for motors of arms

    /// The largest magnitude of a force: force_met_n() is the largest one found, the other function the proved bound.
    double force_met_n() const;
    double force_bound_n() const;
};

/// The loads of a machine over poses. The machine must have a load. Runs on the calling thread only. Bounds are within
/// a thousandth of the loads found, unless a search gave up after tuning::parts_of_loads times the effort. If a rod
/// does not reach, its nearest position counts.
LegLoads leg_loads(const Machine& machine, std::span<const PoseSpan> poses, Effort effort = {});

}  // namespace hexscan
