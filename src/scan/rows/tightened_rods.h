#pragma once

#include <array>

#include "src/machine/legs/posed_leg.h"
#include "src/scan/request.h"

namespace hexscan {

/// The clearance that each leg needs at a sample of the set to keep its limits at every orientation within the set's
/// sample radius alpha. The platform joint b moves by at most rho = 2 |b| sin(alpha / 2). If that joint is limited,
/// tilting its axis by alpha adds (d + rho) alpha, with d the length of the leg or rod. For machines that kernels do
/// not support; tightened_legs() is for the others.
std::array<double, leg_count> needed_clearances_m(const Machine& machine, const OrientationSet& set);

/// The machine's legs, with limits that require these clearances.
PosedLegs tightened_rods(const PosedLegs& legs, const std::array<double, leg_count>& needed_m);

}  // namespace hexscan
