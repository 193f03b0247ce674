#pragma once

#include <vector>

#include "src/base/loop.h"
#include "src/check/proof.h"

namespace hexscan {

/// Proves or refutes that a clearance is kept at poses. With `everything_between` it covers the straight ways between
/// consecutive poses, along which all six coordinates change linearly.
///
/// Along a piece of such a way, t = -h ... h around its middle, the leg vector is
///     l(t) = l + l' t + rest,   |rest| <= h^2 / 2 w^2 |b|,   w = |roll'| + |pitch'| + |yaw'|.
/// The reason is in rotation_form.h. In the platform's frame, in which the platform joint's axis is fixed, the vector
/// R' (p - a) + b has |rest| <= h^2 / 2 (w^2 |p - a| + 2 w |p'|). Here |p - a| is the largest on the piece.
///
/// Clearances change no faster than the leg vector. Along a line, a clearance is smallest at an end if the allowed set
/// is convex, and at least a tangent if the forbidden set is. For legs with rods, a piece is bounded as the box of
/// poses whose diagonal it is (rod_bounds.h). Pieces are halved until the bounds suffice. Poses are checked in interval
/// arithmetic.
Proof prove_path(const ProvenMachine& machine, const std::vector<Pose>& poses, bool everything_between,
                 const ProofRequest& request, const Loop& loop = one_by_one);

}  // namespace hexscan
