#pragma once

#include "src/base/loop.h"
#include "src/check/proof.h"

namespace hexscan {

/// Proves or refutes that every pose of a box, low <= high, has at least the required clearance. The method is branch
/// and bound over the bounds of limit_bounds.h, with one search per limit. It halves the part with the lowest bound
/// until all bounds suffice. It also evaluates the poses at which bounds are lowest. The smallest clearance of these
/// poses is an upper bound. For legs with rods, rods/rod_proof.h has the method.
Proof prove_box(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request,
                const Loop& loop = one_by_one);

/// Proves that all poses of a box are in home's assembly mode. The proof does not cover limits.
Proof prove_assembly_of(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request,
                        const Loop& loop = one_by_one);

/// The box with the same middle and proportions, scaled by `factor`.
PoseBox scaled_box(const PoseBox& box, double factor);

/// How large a box of the same proportions could be, as a factor of the box's size.
struct BoxGrowth {
    double kept_to = 0;    ///< The box scaled by this factor is proved. 0: not even its middle is proved.
    double lost_at = 0;    ///< The box scaled by this factor is not proved. Infinity: the largest tested box is proved.
    bool is_open = false;  ///< True if the box of `lost_at` has no known violation: its proof gave up or grazes.
    bool gave_up = false;  ///< True if the proof of the box of `lost_at` gave up, so more effort may prove it.
    std::int64_t parts = 0;
};

/// Bisects for the factor, to a relative accuracy of a thousandth. `kept` tells whether the box itself is proved.
BoxGrowth box_growth(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, bool kept,
                     const Loop& loop = one_by_one);

/// True if the box has a nonzero width in any coordinate.
bool has_extent(const PoseBox& box);

}  // namespace hexscan
