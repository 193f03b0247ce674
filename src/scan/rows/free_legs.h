#pragma once

#include <array>
#include <vector>

#include "kernels/sets/orientation_set.h"
#include "src/machine/machine.h"
#include "src/scan/orientations.h"

namespace hexscan {

/// Longer than any leg: a length that limits nothing.
inline constexpr double unlimited_length_m = 4 * max_extent_m;

/// The legs of a machine before they are given an orientation.
std::array<FreeLeg, leg_count> free_legs(const Machine& machine);

/// How far what lies between the samples of a set can be from the nearest of them: the angle of the turn between.
/// A turn by sums of angles is no larger than their sum; rotation vectors of tilts differ by no less than what is
/// between their turns.
double sample_radius_rad(const OrientationSet& set);

/// A radius rounded outwards by more than all rounding on the way to a verdict.
double rounded_outwards(double radius);

/// Legs with limits so tight that a position which keeps all of them at the nearest sample keeps the machine's own at
/// every orientation within the set's sample radius. With alpha that radius, the platform joint b is never farther than
/// rho = 2 |b| sin(alpha / 2) from where the sample has it, and the platform's axis never tilted by more than alpha, so
///     stroke          Lmin + rho <= L <= Lmax - rho;
///     base joint      the cone of max_tilt, moved along its axis until every point is rho inside the old one;
///     platform joint  the same of max_tilt - alpha, about the platform's axis.
/// A cone moved along its axis is that of a joint elsewhere, so each of the three kinds is a machine of its own, with
/// no other limits. Formulas: inner parallel bodies of balls and cones.
std::vector<std::array<FreeLeg, leg_count>> tightened_legs(const Machine& machine, const OrientationSet& set);

}  // namespace hexscan
