#pragma once

#include "kernels/shared/straight_legs.h"
#include "src/machine/shared/row_doubts.h"

namespace hexscan {

/// Adds where along a row two legs' distance may become `least_m`, or come within `doubt_m` of it.
///
/// The distance of two segments is that of their lines, that of an end from a line, or that of two ends; where it is
/// `least_m`, one of these nine is. Each is a polynomial of the position along the row: with n = l x m, which is linear
/// in it, lines are apart by D where (w . n)^2 = D^2 n^2; an end E is apart from the line from b along m where |(E - b)
/// x m|^2 = D^2 m^2, and two ends where |E - F|^2 = D^2. Free ends, E = a + f l / |l|, are no polynomials: they are
/// replaced by their tangents, from which they are off by less than 0.58 f h^2 / |l|^2 at h along the row (the second
/// derivative of a unit vector that turns so is at most 2 / sqrt(3) of 1 / |l|^2), and what is in doubt then is asked
/// again with the row cut down to it.
void add_changes(const StraightLeg& first, const StraightLeg& second, double least_m, double doubt_m,
                 const PositionRow& row, RowDoubts& doubts);

}  // namespace hexscan
