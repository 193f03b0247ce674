#pragma once

#include <array>
#include <optional>
#include <span>

#include "src/pose/all_poses.h"

namespace hexscan {

/// Bounds on the poses of a region in which rods close.
struct ClosedPosesNear {
    bool may_exist = true;  ///< False if there is no such pose, proved.
    /// They lie in this box of positions, in metres.
    std::array<double, 3> low_m{}, high_m{};
    /// They lie in this region. Nullopt if the bounds do not suffice for one.
    std::optional<PoseRegion> within;

    /// True if each of them is known, proved.
    bool are_known(std::span<const ClosedPose> known) const;
};

/// Bounds these poses by Newton's operator over all six coordinates (Krawczyk 1969; Neumaier, Interval Methods for
/// Systems of Equations, 1990, ch. 5). Rotations of the region must be below 90 degrees.
ClosedPosesNear closed_poses_near(const Rods& rods, const PoseRegion& region);

/// True if no other pose in which the rods close lies in a region.
bool is_alone_in(const ClosedPose& pose, const PoseRegion& region);

}  // namespace hexscan
