#pragma once

#include "src/base/loop.h"
#include "src/check/proof.h"

namespace hexscan {

/// Whether a clearance is kept everywhere in a box of poses, low <= high throughout: branch and bound over the bounds
/// of limit_bounds.h, one search per limit and corner. The part with the lowest bound is halved until the lowest is
/// enough. The least clearance met at the poses where bounds are lowest says how much can be asked for at all.
Proof prove_box(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request,
                const Loop& loop = one_by_one);

/// Proves that a box lies in home's assembly mode. The proof says nothing about limits.
Proof prove_assembly_of(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request,
                        const Loop& loop = one_by_one);

/// The box in the same proportions about its middle, `factor` times as large.
PoseBox scaled_box(const PoseBox& box, double factor);

/// How large a box could be in its proportions, as a factor of its size.
struct BoxGrowth {
    double kept_to = 0;    ///< a box this large is proved; 0: not even the middle is
    double lost_at = 0;    ///< one this large is not; infinity: even the largest that was tried is proved
    bool is_open = false;  ///< nothing is known against one that large: its proof gave up, or it grazes a limit
    bool gave_up = false;  ///< its proof, so that more effort may prove it
    std::int64_t parts = 0;
};

/// Found by halving, to a thousandth of the factor. `kept` says whether the box itself is proved.
BoxGrowth box_growth(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, bool kept,
                     const Loop& loop = one_by_one);

/// Whether a box has a size at all.
bool has_extent(const PoseBox& box);

}  // namespace hexscan
