#pragma once

#include <vector>

#include "src/base/loop.h"
#include "src/check/condition_search.h"
#include "src/check/proof.h"

namespace hexscan {

/// The part of prove_box() for shared limits. It proves each one by its bound (shared_bounds.h).
void prove_shared(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop);

/// The part of prove_path() for shared limits: at the path's poses and between them.
void prove_shared(const ProvenMachine& machine, const std::vector<Pose>& poses,
                  const std::vector<SharedStretch>& stretches, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop);

/// The part of prove_box() for the assembly mode: every pose must be in the record's mode. If the machine has the limit
/// `avoid`, that limit's proof already covers the determinant's sign.
void prove_assembly(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, ProofRecord& record,
                    const Loop& loop);

/// The part of prove_path() for the assembly mode.
void prove_assembly(const ProvenMachine& machine, const std::vector<Pose>& poses,
                    const std::vector<SharedStretch>& stretches, const ProofRequest& request, ProofRecord& record,
                    const Loop& loop);

}  // namespace hexscan
