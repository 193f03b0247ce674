#pragma once

#include <memory>

#include "src/check/shared_bounds.h"

namespace hexscan {

/// Of singularities and the conditioning; null of other limits. Singular values change by no more than the matrix does
/// in its norm. Seen from the platform its rows (u, e x u) change with the legs' directions u alone, which turn with l
/// seen from there: by no more than the position moves and the angle of turning times |p - a|. Where the smallest
/// singular value is larger than the change, the determinant is 0 nowhere in the box and has the sign that it has in
/// the middle. What that leaves open of telescopic legs is asked of held_box.h.
std::shared_ptr<const SharedBound> hold_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan
