#pragma once

#include <array>
#include <optional>
#include <span>

#include "src/pose/all_poses.h"

namespace hexscan {

/// Bounds on those poses of a region in which the rods close.
struct ClosedPosesNear {
    bool may_exist = true;  ///< False if it is proved that there is no such pose.
    /// The box of positions, in metres, that contains all of them.
    std::array<double, 3> low_m{}, high_m{};
    /// A region that contains all of them. Nullopt if the bounds do not suffice to give one.
    std::optional<PoseRegion> within;

    /// True if it is proved that each of these poses is one of `known`.
    bool are_known(std::span<const ClosedPose> known) const;
};

/// Computes the bounds by Newton's operator over all six coordinates (Krawczyk 1969; Neumaier, Interval Methods for
/// Systems of Equations, 1990, ch. 5). The region's radius of rotation must be below 90 degrees.
ClosedPosesNear closed_poses_near(const Rods& rods, const PoseRegion& region);

/// True if it is proved that the region contains no pose in which the rods close, except perhaps `pose` itself.
bool is_alone_in(const ClosedPose& pose, const PoseRegion& region);

}  // namespace hexscan
