#pragma once

#include <vector>

#include "src/base/loop.h"
#include "src/check/condition_search.h"
#include "src/check/proof.h"

namespace hexscan {

/// The part of prove_box() for limits that legs share: it proves each one by its bound (shared_bounds.h).
void prove_shared(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop);

/// The same for a path: for its poses and the stretches between them.
void prove_shared(const ProvenMachine& machine, const std::vector<Pose>& poses,
                  const std::vector<SharedStretch>& stretches, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop);

/// The part of prove_box() for the assembly mode: every pose is in the mode of the record. A limit `avoid` of the
/// machine proves the determinant's sign already.
void prove_assembly(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, ProofRecord& record,
                    const Loop& loop);

/// The same for a path.
void prove_assembly(const ProvenMachine& machine, const std::vector<Pose>& poses,
                    const std::vector<SharedStretch>& stretches, const ProofRequest& request, ProofRecord& record,
                    const Loop& loop);

}  // namespace hexscan
