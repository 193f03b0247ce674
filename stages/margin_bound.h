#pragma once

#include "src/scan/plan.h"

namespace hexscan {

/// Proved bound: where the margin, as margin() computes it, is larger, every verdict of stage 7 is exact. The proof
/// follows rounding from the grid to the angles, with the errors of approximate instructions from the PTX ISA. The
/// arcsine magnifies the error of its argument, the more the smaller the tilt limit. Infinite if a leg may have zero
/// length.
double intrinsic_margin_bound(const OrientedPlan& plan);

/// Twice that bound, but at most 5e-4. Legs that may have zero length, and joints that hardly tilt, have no useful
/// bound.
double intrinsic_margin_tolerance(const OrientedPlan& plan);

}  // namespace hexscan
