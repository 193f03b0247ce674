#pragma once

#include <array>
#include <vector>

#include "kernels/sets/orientation_set.h"
#include "src/machine/machine.h"
#include "src/scan/orientations.h"

namespace hexscan {

/// A length limit that excludes no leg, because it is longer than any leg.
inline constexpr double unlimited_length_m = 4 * max_extent_m;

/// The legs of a machine before an orientation is applied.
std::array<FreeLeg, leg_count> free_legs(const Machine& machine);

/// Largest angle between any orientation in the ranges of a set and its nearest sample. The angle of a product of
/// rotations is at most the sum of their angles. The angle between two tilts is at most the difference of their
/// rotation vectors.
double sample_radius_rad(const OrientationSet& set);

/// The radius, increased by more than all rounding errors of a verdict.
double rounded_outwards(double radius);

/// Legs with tightened limits. A position that satisfies all of them at the nearest sample satisfies the machine's own
/// limits at every orientation within the set's sample radius alpha. The platform joint b moves by at most rho = 2 |b|
/// sin(alpha / 2) from its place at the sample, and the platform's axis tilts by at most alpha.
/// Stroke: Lmin + rho <= L <= Lmax - rho.
/// Base joint: the cone of max_tilt, moved along its axis until every point is rho inside the old cone.
/// Platform joint: the cone of max_tilt - alpha about the platform's axis, moved in the same way.
/// A cone that is moved along its axis is the cone of a joint at another place. So each of the three conditions is a
/// set of legs that has no other limits. The formulas are those of inner parallel bodies of balls and cones.
std::vector<std::array<FreeLeg, leg_count>> tightened_legs(const Machine& machine, const OrientationSet& set);

}  // namespace hexscan
