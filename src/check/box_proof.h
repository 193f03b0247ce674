#pragma once

#include "src/base/loop.h"
#include "src/check/proof.h"

namespace hexscan {

/// Proves or refutes that a clearance is kept everywhere in a box of poses with low <= high. The method is branch and
/// bound over the bounds of limit_bounds.h, with one search per limit. It halves the part with the lowest
/// bound until the lowest bound suffices. It also evaluates the poses where bounds are lowest, whose least clearance is
/// an upper bound.
Proof prove_box(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request,
                const Loop& loop = one_by_one);

/// Proves that a box lies in home's assembly mode. The proof says nothing about limits.
Proof prove_assembly_of(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request,
                        const Loop& loop = one_by_one);

/// The box in the same proportions about its middle, `factor` times as large.
PoseBox scaled_box(const PoseBox& box, double factor);

/// How large a box could be in its proportions, as a factor of its size.
struct BoxGrowth {
    double kept_to = 0;    ///< A box of this factor is proved. 0: not even the middle is proved.
    double lost_at = 0;    ///< A box of this factor is not proved. Infinity: the largest tested box is proved.
    bool is_open = false;  ///< No violation is known in the box of `lost_at`: its proof gave up, or it grazes a limit.
    bool gave_up = false;  ///< The proof of the box of `lost_at` gave up, so more effort may prove it.
    std::int64_t parts = 0;
};

/// Bisects to a thousandth of the factor. `kept` is true if the box itself is proved.
BoxGrowth box_growth(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, bool kept,
                     const Loop& loop = one_by_one);

/// True if a box has a width in any dimension.
bool has_extent(const PoseBox& box);

}  // namespace hexscan
