#pragma once

#include "src/scan/plan.h"

namespace hexscan {

/// A proved bound for stage 7: if the magnitude of margin() (kernels/kinematics.h) at a point exceeds it, the verdict
/// at this point is exact. The proof follows rounding errors from the grid to the angles, with the errors of
/// approximate instructions from the PTX ISA. The arcsine magnifies the error of its argument, most of all if the tilt
/// limit is small. The bound is infinite if a leg may have zero length.
double intrinsic_margin_bound(const OrientedPlan& plan);

/// Twice intrinsic_margin_bound(), but at most 5e-4. The 5e-4 apply to legs that may have zero length and to joints
/// that hardly tilt, for which the bound is useless.
double intrinsic_margin_tolerance(const OrientedPlan& plan);

}  // namespace hexscan
