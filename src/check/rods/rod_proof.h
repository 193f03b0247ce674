#pragma once

#include <functional>

#include "src/base/loop.h"
#include "src/check/pose_box.h"
#include "src/check/proof.h"

namespace hexscan {

/// The legs' part of prove_box() where they have rods: leg by leg, boxes whose bound (rod_bounds.h) is not enough are
/// halved across what moves the leg most.
void prove_rods(const ProvenMachine& machine, const PoseBox& box, double clearance_m, ProofRecord& record,
                const Loop& loop);

/// Proves as far as it gets that a clearance is kept.
using ClearanceTrial = std::function<void(double clearance_m, ProofRecord& record)>;

/// The largest clearance that trials prove, by halving, to `least_to_m`; minus infinity where not even 0 is kept. What
/// a trial leaves open when it has looked at many parts counts as not kept. `any` is a pose of the requirement.
void prove_least_by_trials(const ProvenMachine& machine, const Pose& any, double least_to_m, Effort effort,
                           const ClearanceTrial& trial, ProofRecord& record);

}  // namespace hexscan
