#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "src/base/effort.h"
#include "src/check/pose_span.h"
#include "src/machine/machine.h"

/// The largest forces in legs, both ways, and the largest torques of motors that a load causes over poses.
namespace hexscan {

/// The farthest that a force goes one way, or that a torque goes either way.
struct LargestLoad {
    double met = 0;    ///< of a leg, at a pose
    double bound = 0;  ///< none goes farther, proved; infinite where that is not known
    std::size_t leg = 0;
    Pose at;
    double along = 0;      ///< on a path
    bool gave_up = false;  ///< the search for the bound
};

/// In N and N m. A force is above 0 where the leg pushes the platform: the leg is compressed.
struct LegLoads {
    LargestLoad pull, push;                ///< the least force and the largest one, of all legs
    std::optional<LargestLoad> torque_nm;  ///< of arms' motors, without its sign

    /// The largest magnitude of a force: what is met, and what is proved.
    double force_met_n() const;
    double force_bound_n() const;
};

/// The machine must have a load. Runs on the calling thread alone. Bounds are within a thousandth of what was met,
/// unless a search gave up after tuning::parts_of_loads times the effort. A rod that does not reach counts as in its
/// nearest position.
LegLoads leg_loads(const Machine& machine, std::span<const PoseSpan> poses, Effort effort = {});

}  // namespace hexscan
