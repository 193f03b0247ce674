#pragma once

#include "kernels/lanes.h"
#include "src/machine/machine_tuning.h"

/// Lanes of doubles, for the formulas of kernels/ that are templates over the number type.
namespace hexscan {

inline constexpr int double_lanes = tuning::double_lanes;

using DoubleLanes = LanesOf<double, std::int64_t, double_lanes>;
using DoubleMask = DoubleLanes::Mask;

// The functions of kernels/slider_leg.h and kernels/maps/quick_roots.h for lanes.
HEXSCAN_HD_INLINE DoubleLanes root_or_0(DoubleLanes a) { return sqrt(chosen(a > 0, a, 0)); }
HEXSCAN_HD_INLINE DoubleLanes quick_reciprocal(DoubleLanes a) { return 1 / a; }
HEXSCAN_HD_INLINE DoubleLanes quick_inverse_root(DoubleLanes a) { return 1 / sqrt(a); }
HEXSCAN_HD_INLINE DoubleLanes quick_root(DoubleLanes a) { return sqrt(a); }

}  // namespace hexscan
