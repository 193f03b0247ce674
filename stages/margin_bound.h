#pragma once

#include "src/scan/plan.h"

namespace hexscan {

/// Proved: no verdict of stage 7 differs from the exact one where the margin is larger, as margin() gives it. Rounding
/// is followed from the grid to the angles, with the errors of the approximate instructions as the PTX ISA states them;
/// an arcsine magnifies what its argument is off, the more the smaller the tilt limit. Infinite where a leg may be 0
/// long.
double intrinsic_margin_bound(const OrientedPlan& plan);

/// Twice that, and no more than 5e-4, where no useful bound holds: legs that may be 0 long, joints that hardly tilt.
double intrinsic_margin_tolerance(const OrientedPlan& plan);

}  // namespace hexscan
