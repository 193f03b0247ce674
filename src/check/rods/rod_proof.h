#pragma once

#include <functional>

#include "src/base/loop.h"
#include "src/check/pose_box.h"
#include "src/check/proof.h"

namespace hexscan {

/// Does the part of prove_box() for legs with rods. For each leg, boxes whose bound is too low (rod_bounds.h) are
/// halved across the coordinate that moves the leg most.
void prove_rods(const ProvenMachine& machine, const PoseBox& box, double clearance_m, ProofRecord& record,
                const Loop& loop);

/// Tries to prove a clearance, and records the proof.
using ClearanceTrial = std::function<void(double clearance_m, ProofRecord& record)>;

/// Bisects for the largest clearance that trials prove, with the resolution `least_to_m`. The result is minus infinity
/// if even 0 is not proved. A trial that reaches its number of parts counts as failed. `any` is any pose of the
/// requirement.
void prove_least_by_trials(const ProvenMachine& machine, const Pose& any, double least_to_m, Effort effort,
                           const ClearanceTrial& trial, ProofRecord& record);

}  // namespace hexscan
