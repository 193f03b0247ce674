#pragma once

#include "src/scan/host_engine.h"

namespace hexscan {

/// Everything that a plan asks for, point by point and orientation by orientation in double, with no closed form, no
/// cell and no bound involved: what every engine is verified against. Runs on all cores.
ScanResult answer_by_reference(const ScanPlan& plan);

/// Appends rows [first, end) of a slice to `out`, asked likewise. Needs a plan with a set.
void append_reference_rows(const ScanPlan& plan, const FreeLegs& legs, int slice, int first, int end,
                           WorkspaceSlice& out);

}  // namespace hexscan
