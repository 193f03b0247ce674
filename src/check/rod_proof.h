#pragma once

#include "src/base/loop.h"
#include "src/check/pose_box.h"
#include "src/check/proof.h"

namespace hexscan {

/// The legs' part of prove_box() where they have rods: leg by leg, boxes whose bound (rod_bounds.h) is not enough are
/// halved across what moves the leg most.
void prove_rods(const ProvenMachine& machine, const PoseBox& box, double clearance_m, ProofRecord& record,
                const Loop& loop);

}  // namespace hexscan
