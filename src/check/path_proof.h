#pragma once

#include <vector>

#include "src/base/loop.h"
#include "src/check/proof.h"

namespace hexscan {

/// Proves or refutes that poses have at least the required clearance. With `everything_between`, the proof also covers
/// the straight ways between consecutive poses, along which all six coordinates change linearly.
///
/// A piece of such a way is the diagonal of a box of poses. Let t run from -h to h along the piece. A clearance of a
/// telescopic leg is at least that in the middle, minus h times the largest slope along t over the box (pose_slopes.h).
/// Legs with rods are bounded over the whole box (rod_bounds.h). Pieces are halved until the bounds suffice. Poses are
/// checked in interval arithmetic.
Proof prove_path(const ProvenMachine& machine, const std::vector<Pose>& poses, bool everything_between,
                 const ProofRequest& request, const Loop& loop = one_by_one);

}  // namespace hexscan
