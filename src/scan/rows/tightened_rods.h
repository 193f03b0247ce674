#pragma once

#include <array>

#include "src/machine/legs/posed_leg.h"
#include "src/scan/request.h"

namespace hexscan {

/// The clearance that each leg must have at a sample of the set, so that it satisfies its limits at every orientation
/// within the set's sample radius alpha. The platform joint b moves by at most rho = 2 |b| sin(alpha / 2). If that
/// joint is limited, tilting its axis by alpha adds (d + rho) alpha, with d the length of the leg or rod. This function
/// is for machines without kernels; tightened_legs() is for the others.
std::array<double, leg_count> needed_clearances_m(const Machine& machine, const OrientationSet& set);

/// The machine's legs, whose limits require the clearances `needed_m`.
PosedLegs tightened_rods(const PosedLegs& legs, const std::array<double, leg_count>& needed_m);

}  // namespace hexscan
