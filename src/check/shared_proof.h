#pragma once

#include <functional>

#include "src/base/loop.h"
#include "src/check/pose_box.h"
#include "src/check/proof.h"

namespace hexscan {

/// The part of prove_box() for shared limits. For each limit it halves the part of the box with the lowest bound
/// (shared_bounds.h), across the coordinate that moves the legs most. It ends when all bounds are above 0, or at a pose
/// that violates the limit.
void prove_shared(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop);

/// A stretch of a path from 0 to 1: its poses, and boxes that contain the poses within `half` of a middle.
struct SharedStretch {
    double index;  ///< Number of the path's pose at which it begins.
    std::function<Pose(double at)> pose;
    std::function<PoseBox(double middle, double half)> box;
};

/// Proves the shared limits at the poses of a path and on the stretches between them.
void prove_shared(const ProvenMachine& machine, const std::vector<Pose>& poses,
                  const std::vector<SharedStretch>& stretches, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop);

}  // namespace hexscan
