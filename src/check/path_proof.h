#pragma once

#include <vector>

#include "src/base/loop.h"
#include "src/check/proof.h"

namespace hexscan {

/// Whether a clearance is kept at poses and, if asked, everywhere between each two that follow one another, all six
/// coordinates going straight. Along such a piece, t = -h ... h about its middle, the leg vector moves by
///     l(t) = l + l' t + rest,   |rest| <= h^2 / 2 w^2 |b|,   w = |roll'| + |pitch'| + |yaw'|
/// (rotation_form.h has the reason). Seen from the platform, where the platform joint's axis stands still, the vector
/// R' (p - a) + b has |rest| <= h^2 / 2 (w^2 |p - a| + 2 w |p'|), |p - a| being the largest on the piece.
/// Clearances change no faster than the leg vector and are, along a line, least at an end of it (allowed set convex) or
/// no less than a tangent (forbidden set convex). Of legs that have rods a piece is bounded as the box of poses that it
/// is the diagonal of (rod_bounds.h). Pieces are halved until that is enough; poses are checked in interval arithmetic.
Proof prove_path(const ProvenMachine& machine, const std::vector<Pose>& poses, bool everything_between,
                 const ProofRequest& request, const Loop& loop = one_by_one);

}  // namespace hexscan
