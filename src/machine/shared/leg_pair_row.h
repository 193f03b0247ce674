#pragma once

#include "kernels/shared/straight_legs.h"
#include "src/machine/shared/row_doubts.h"

namespace hexscan {

/// Adds the stretches of a row in which the distance of two legs may equal `least_m` up to `doubt_m`.
///
/// The distance of two segments is one of nine: between their lines, between an end and a line (four), or between two
/// ends (four). Each equals a given distance D at the roots of a polynomial of the position along the row. Let a and b
/// be the base joints, w = a - b, and l and m the leg vectors. With n = l x m, which is linear in the position, two
/// lines have the distance D where (w . n)^2 = D^2 n^2. An end E has the distance D from the line through b along m
/// where |(E - b) x m|^2 = D^2 m^2. Two ends E and F have it where |E - F|^2 = D^2.
///
/// The ends of bodies with free ends of length f, such as E = a + f l / |l|, are not polynomials, so their tangents
/// replace them. At the distance h along the row, the error of the tangent is below 0.58 f h^2 / |l|^2. The reason: the
/// second derivative of the unit vector is at most 2 / sqrt(3) / |l|^2. A stretch that stays in doubt is examined again
/// as a shorter row.
void add_changes(const StraightLeg& first, const StraightLeg& second, double least_m, double doubt_m,
                 const PositionRow& row, RowDoubts& doubts);

}  // namespace hexscan
