#pragma once

#include "src/scan/plan.h"

namespace hexscan {

/// Proved bound: if the margin, as margin() computes it, is larger than this, every verdict of stage 7 is exact. The
/// proof follows rounding from the grid to the angles, with the errors of approximate instructions from the PTX ISA.
/// The arcsine magnifies the error of its argument. The smaller the tilt limit, the more it does so. The bound is
/// infinite if a leg may have zero length.
double intrinsic_margin_bound(const OrientedPlan& plan);

/// Twice that bound, but at most 5e-4. The bound is useless for legs that may have zero length and for joints that
/// hardly tilt.
double intrinsic_margin_tolerance(const OrientedPlan& plan);

}  // namespace hexscan
