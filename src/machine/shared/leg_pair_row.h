#pragma once

#include "kernels/shared/straight_legs.h"
#include "src/machine/shared/row_doubts.h"

namespace hexscan {

/// Adds the stretches of a row in which two legs' distance may become `least_m`, or comes within `doubt_m` of it.
///
/// The distance of two segments is one of nine: that of their lines, that of an end from a line (four), or that of two
/// ends (four). Each is a root of a polynomial of the position along the row. With n = l x m, which is linear in the
/// position, two lines have the distance D where (w . n)^2 = D^2 n^2. An end E has the distance D from the line through
/// b along m where |(E - b) x m|^2 = D^2 m^2. Two ends have it where |E - F|^2 = D^2.
///
/// Free ends, E = a + f l / |l|, are not polynomials, so their tangents replace them. At h along the row the tangent is
/// off by less than 0.58 f h^2 / |l|^2. The reason: the second derivative of a unit vector that turns like this is at
/// most 2 / sqrt(3) of 1 / |l|^2. A stretch that stays in doubt is examined again as a shorter row of its own.
void add_changes(const StraightLeg& first, const StraightLeg& second, double least_m, double doubt_m,
                 const PositionRow& row, RowDoubts& doubts);

}  // namespace hexscan
