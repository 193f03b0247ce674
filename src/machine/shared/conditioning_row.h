#pragma once

#include <vector>

#include "src/machine/shared/shared_limit.h"
#include "src/machine/shared/singularity_limit.h"

namespace hexscan {

/// Appends pieces that cover a row. In a known piece, the conditioning of telescopic legs is either at least `least`
/// everywhere, or less everywhere. Pieces as short as a grid step may stay unknown.
///
/// Definitions: J is the matrix of TelescopicRows and G = J' J. The slack is the smallest eigenvalue of G minus least^2
/// times the largest. The limit is satisfied where the slack is at least 0.
///
/// Curvature: along a row, a leg's u u' turns in a plane, so the norm of its second derivative is at most 2 / L^2. The
/// norm of the second derivative of G is therefore at most B = 2 s / L^2. Here s is stretch_of_arms() and L the
/// shortest leg length. Between two places x0 and x1, G differs from its linear interpolation by at most B (x - x0) (x1
/// - x) / 2.
///
/// Proof that a piece satisfies the limit: the smallest eigenvalue is a concave function of a matrix, and the largest
/// is a convex one. Linear interpolation between the two ends therefore bounds the smallest from below and the largest
/// from above, up to the curvature.
///
/// Proof that a piece violates the limit: for any unit vectors v and w, v' G v is at least the smallest eigenvalue, and
/// w' G w is at most the largest. The eigenvectors at the piece's middle serve as v and w at both ends.
///
/// The secant method locates the sign changes of the slack.
void append_conditioning_pieces(const TelescopicRows& rows, double least, const PositionRow& row,
                                std::vector<KnownPiece>& pieces);

}  // namespace hexscan
