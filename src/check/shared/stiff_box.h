#pragma once

#include "src/check/shared/taylor_rows.h"

namespace hexscan {

/// The stiffness of the tool (kernels/shared/stiffness_form.h) over a box of poses. Let W be the matrix of the legs'
/// rows, and E the projection of a motion to the tool's velocity. The stiffness is at least m if |W x|^2 >= m |E x|^2
/// for all motions x. With W in the box's middle, let M = (W' W + m E) / 2, and let T satisfy T' M T = 1. Then m |E T
/// y|^2 <= |y|^2, if the stiffness is at least m in the middle. So it is enough that no singular value of W T is below
/// 1 in the box, which held_box.h proves. M lies halfway between what is required and what the middle has: in the
/// softest direction it requires hardly more than m, and in all others it leaves room for the change of W.
class StiffBox {
public:
    /// The machine must give the stiffness of its legs. `rods` are those of the machine (rod_bounds.h), without effect
    /// if its legs are telescopic.
    StiffBox(const Machine& machine, const AllRodBounds& rods, const PoseBox& box);

    /// True if the stiffness is proved to be at least `least_n_per_m` at all poses. The number must be above 0.
    bool is_at_least(double least_n_per_m) const;
    /// A lower bound on the stiffness at all poses. It is `enough` if that is proved; otherwise it is less, and 0 if
    /// nothing is proved.
    double at_least_n_per_m(double enough) const;
    /// The coordinate that changes the rows most. Nullopt if nothing is known of them or the box is a single pose.
    std::optional<std::size_t> steepest_axis() const { return rows_.steepest_axis(); }

private:
    TaylorRows rows_;
};

}  // namespace hexscan
