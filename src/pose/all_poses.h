#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/poses/isolated_pose.h"
#include "src/base/effort.h"
#include "src/machine/rods.h"

namespace hexscan {

/// A pose in which every rod has its given length.
struct ClosedPose {
    Placed at;
    IsolatedPose isolation;
};

/// All poses whose distance from the pose `at` is at most radius.m and whose angle to it is at most radius.rad.
struct PoseRegion {
    Placed at;
    PoseRadius radius;
};

/// The result of a search for all poses in which the rods of a machine close.
struct ClosedPoses {
    std::vector<ClosedPose> poses;
    /// Small regions that may contain further poses. A pose too near to a singular pose cannot be proved, so it is only
    /// in such a region.
    std::vector<PoseRegion> undecided;
    double unsearched = 0;   ///< share of all rotations that were not searched because the search gave up
    std::int64_t parts = 0;  ///< parts of the space of poses that were tested

    /// True if it is proved that there are no other poses.
    bool complete() const { return undecided.empty() && unsearched == 0; }
};

/// The largest number of poses in which the six rods of a machine can close, unless such poses form curves (Mourrain,
/// The 40 generic positions of a parallel robot, ISSAC 1993). Dietmaier's machine attains this number (Advances in
/// Robot Kinematics, 1998).
inline constexpr std::size_t most_assemblies = 40;

/// The effort of a search, and the seed of its random starts.
struct AllPosesRequest {
    Effort effort{};
    std::uint64_t seed = 1;
};

/// Finds all poses in which the rods close. Newton's method starts from random poses until it has found as many poses
/// as there can be, or no new ones for a while. Then a search of all rotations finds the others or proves that there
/// are none, or it gives up.
ClosedPoses all_poses(const RodMachine& machine, const Rods& rods, const AllPosesRequest& request);

/// Searches from random starts for a pose on a curve of poses in which the rods close (pose_curve.h). Returns nullopt
/// if none was found.
std::optional<Placed> pose_on_curve(const Rods& rods, const AllPosesRequest& request);

}  // namespace hexscan
