#pragma once

#include "src/engines/host_engine.h"

namespace hexscan {

/// Answers plans whose legs share limits (src/machine/shared/shared_limit.h): what the legs by themselves reach, by the
/// fastest engine of the host, and of that what keeps the shared limits, too. A position keeps all limits at every
/// orientation exactly where it keeps the legs' at every one and the shared ones at every one. Every verdict equals the
/// double-precision reference; maps are filled as they are defined.
ScanResult scan_and_cut(const ScanPlan& plan);

/// The same behind the interface that all engines share. An inclusive workspace of a set is none of its answers: there
/// both kinds of limits must be kept at the same orientation.
const Engine& cut_engine();

}  // namespace hexscan
