#pragma once

#include "src/engines/host_engine.h"

namespace hexscan {

/// Answers plans with sets of orientations and with maps on all cores of the host, in closed form and with cells of
/// orientations (kernels/sets/total_rows.h and its neighbours). Every verdict equals the double-precision reference.
ScanResult answer_on_cpu(const ScanPlan& plan);

/// The positions of a constant or a total workspace, or of an inclusive one, that these legs keep in place of the
/// plan's own, likewise.
Workspace workspace_on_cpu(const ScanPlan& plan, const FreeLegs& legs);

/// The same behind the interface that all engines share. Supports every plan of telescopic legs.
const Engine& set_engine();

}  // namespace hexscan
