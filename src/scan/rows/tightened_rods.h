#pragma once

#include <array>

#include "src/machine/legs/posed_leg.h"
#include "src/scan/request.h"

namespace hexscan {

/// How far the clearance of each leg must be above 0 at a sample of the set, so that the leg keeps its limits at every
/// orientation within the set's sample radius alpha, too: what that moves the platform's joint b by at most,
/// rho = 2 |b| sin(alpha / 2), and where the joint there is limited what tilting its axis by alpha does to the leg, or
/// rod, of length d, (d + rho) alpha. Of machines that kernels do not know (tightened_legs() is of the others).
std::array<double, leg_count> needed_clearances_m(const Machine& machine, const OrientationSet& set);

/// The machine's legs with limits that they keep by such a clearance.
PosedLegs tightened_rods(const PosedLegs& legs, const std::array<double, leg_count>& needed_m);

}  // namespace hexscan
