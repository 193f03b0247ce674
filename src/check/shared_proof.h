#pragma once

#include <functional>

#include "src/base/loop.h"
#include "src/check/pose_box.h"
#include "src/check/proof.h"

namespace hexscan {

/// The part of prove_box() that is about what legs share: limit by limit, the part of the box whose bound
/// (shared_bounds.h) is the lowest is halved across what moves the legs most, until no bound is 0 or less or a pose is
/// met that does not keep the limit.
void prove_shared(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop);

/// A stretch of a path from 0 to 1: its poses, and boxes that hold those within `half` of a middle.
struct SharedStretch {
    double index;  ///< the path's pose that it begins at
    std::function<Pose(double at)> pose;
    std::function<PoseBox(double middle, double half)> box;
};

/// The same of a path: of its poses and of the stretches between them.
void prove_shared(const ProvenMachine& machine, const std::vector<Pose>& poses,
                  const std::vector<SharedStretch>& stretches, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop);

}  // namespace hexscan
