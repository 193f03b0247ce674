#pragma once

#include <vector>

#include "src/machine/shared/shared_limit.h"
#include "src/machine/shared/singularity_limit.h"

namespace hexscan {

/// Appends pieces of a row in which the conditioning of telescopic legs is at least `least`, or is not.
///
/// With J the matrix of TelescopicRows and G = J' J it is where the slack, the smallest eigenvalue of G less least^2 of
/// the largest, is 0 or more. Along a row a leg's u u' turns in a plane, and its second derivative is at most 2 / L^2
/// in norm, so that of G is at most B = 2 s / L^2, with s of stretch_of_arms() and L the shortest leg. Between two
/// places G is therefore no more than B (x - x0) (x1 - x) / 2 from what is between the two linearly, where the smallest
/// eigenvalue is no less and the largest no more than linearly between theirs (one is a concave and the other a convex
/// function of a matrix): that is how a piece is known to be kept. For any unit vectors v and w, v' G v is no less than
/// the smallest eigenvalue and w' G w no more than the largest: with those of the piece's middle, at its two ends, that
/// is how it is known to be lost. Places where the slack changes its sign are found by the secant.
void append_conditioning_pieces(const TelescopicRows& rows, double least, const PositionRow& row,
                                std::vector<KnownPiece>& pieces);

}  // namespace hexscan
