#pragma once

#include "src/scan/plan.h"

namespace hexscan {

/// A proved bound: if the margin, as margin() computes it, is larger than this, every verdict of stage 7 is exact. The
/// proof follows rounding errors from the grid to the angles, with the errors of approximate instructions from the PTX
/// ISA. The arcsine magnifies the error of its argument, most of all if the tilt limit is small. The bound is infinite
/// if a leg may have zero length.
double intrinsic_margin_bound(const OrientedPlan& plan);

/// Twice that bound, but at most 5e-4. The limit applies to legs that may have zero length and to joints that hardly
/// tilt, for which the bound is useless.
double intrinsic_margin_tolerance(const OrientedPlan& plan);

}  // namespace hexscan
