#pragma once

#include <vector>

#include "src/machine/shared/shared_limit.h"
#include "src/machine/shared/singularity_limit.h"

namespace hexscan {

/// Appends the pieces of a row in which the conditioning of telescopic legs is at least `least`, or is less.
///
/// Definitions: J is the matrix of TelescopicRows and G = J' J. The slack is the smallest eigenvalue of G minus least^2
/// times the largest. The limit is kept where the slack is at least 0.
///
/// Bend: along a row a leg's u u' turns in a plane, so its second derivative has a norm of at most 2 / L^2. The second
/// derivative of G therefore has a norm of at most B = 2 s / L^2. Here s is stretch_of_arms() and L the shortest leg.
/// Between two places x0 and x1, G differs from its linear interpolation by at most B (x - x0) (x1 - x) / 2.
///
/// Proof that a piece is kept: the smallest eigenvalue is a concave function of a matrix, and the largest a convex one.
/// So linear interpolation between the two ends bounds the smallest from below and the largest from above, except for
/// the bend.
///
/// Proof that a piece is lost: for any unit vectors v and w, v' G v is at least the smallest eigenvalue and w' G w is
/// at most the largest. The eigenvectors of the piece's middle serve as v and w at both ends.
///
/// The secant method finds the places where the slack changes sign.
void append_conditioning_pieces(const TelescopicRows& rows, double least, const PositionRow& row,
                                std::vector<KnownPiece>& pieces);

}  // namespace hexscan
