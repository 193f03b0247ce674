#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/poses/isolated_pose.h"
#include "src/base/effort.h"
#include "src/machine/rods.h"

namespace hexscan {

/// A pose in which the rods close.
struct ClosedPose {
    Placed at;
    IsolatedPose isolation;
};

/// All poses within a radius of one.
struct PoseRegion {
    Placed at;
    PoseRadius radius;
};

/// Poses in which the rods of a machine close.
struct ClosedPoses {
    std::vector<ClosedPose> poses;
    /// Small regions that may hold others. A pose that is too near to a singular one is in each.
    std::vector<PoseRegion> undecided;
    double unsearched = 0;   ///< Share of all rotations at which the search gave up.
    std::int64_t parts = 0;  ///< parts of the space of poses that were tested

    /// True if there are no other poses, proved.
    bool complete() const { return undecided.empty() && unsearched == 0; }
};

/// The largest number of poses in which six rods of any machine close, unless these poses form curves (Mourrain, The 40
/// generic positions of a parallel robot, ISSAC 1993). Dietmaier's machine has as many (Advances in Robot Kinematics,
/// 1998).
inline constexpr std::size_t most_assemblies = 40;

/// How long and from where to search.
struct AllPosesRequest {
    Effort effort{};
    std::uint64_t seed = 1;
};

/// Finds all poses in which the rods close. Newton's method starts from random poses until it has found as many as
/// there can be, or no more for a while. Then a search of all rotations proves that there are no others, or finds them.
ClosedPoses all_poses(const RodMachine& machine, const Rods& rods, const AllPosesRequest& request);

/// A pose on a curve of poses in which the rods close (pose_curve.h), from random starts. Nullopt if none was found.
std::optional<Placed> pose_on_curve(const Rods& rods, const AllPosesRequest& request);

}  // namespace hexscan
