#pragma once

#include <memory>

#include "src/check/shared_bounds.h"

namespace hexscan {

/// Makes the bound for singularities or for the conditioning. Returns null for other limits. Singular values change by
/// at most the norm of the matrix's change. In the platform's frame, the rows (u, e x u) change only with the legs'
/// directions u. Such a direction turns with the leg vector l in that frame. The end of l moves by at most the
/// position's motion plus the angle of rotation times |p - a|. If the smallest singular value exceeds the change, the
/// determinant is nowhere 0 in the box, so its sign is the one at the middle. If this does not decide for telescopic
/// legs, held_box.h does.
std::shared_ptr<const SharedBound> hold_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan
