#pragma once

#include "src/check/pose_box.h"
#include "src/machine/machine.h"

/// Proved least figures of what legs share over a box of poses, on the calling thread alone. They are no more than 1e-4
/// of the longest leg, of conditionings no more than 1e-3, below one that is met, unless the search ended
/// after tuning::parts_of_least_of_legs.
namespace hexscan {

/// The gap, from surface to surface, that two legs, or a leg and what is beside it, keep at all poses. The machine must
/// have legs_apart; what it asks of gaps does not matter. Of rods that do not reach it is as they come nearest.
double proved_least_gap_m(const Machine& machine, const PoseBox& box);

/// The conditioning, 1 / condition (singularity.h); 0 where some pose may be singular.
double proved_least_conditioning(const Machine& machine, const PoseBox& box);

}  // namespace hexscan
