#pragma once

#include "src/engines/host_engine.h"

namespace hexscan {

/// Answers plans whose legs share limits (src/machine/shared/shared_limit.h). The fastest engine of the host finds the
/// points that the legs alone reach. From these, points that violate a shared limit are removed. This is exact, because
/// a position keeps all limits at every orientation exactly if it keeps the legs' limits at each and the shared limits
/// at each. Every verdict equals the double-precision reference. Maps are computed point by point.
ScanResult scan_and_cut(const ScanPlan& plan);

/// scan_and_cut() as an Engine. It does not support the inclusive workspace of a set, in which one orientation must
/// keep both kinds of limits.
const Engine& cut_engine();

}  // namespace hexscan
