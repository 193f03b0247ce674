#pragma once

#include "src/engines/host_engine.h"

namespace hexscan {

/// Answers plans with sets of orientations and with maps on all cores of the host. Uses closed forms and cells of
/// orientations (kernels/sets/total_rows.h and its neighbours). Every verdict equals the double-precision reference.
ScanResult answer_on_cpu(const ScanPlan& plan);

/// The constant, total or inclusive workspace of these legs, in place of the plan's own. Every verdict equals the
/// double-precision reference.
Workspace workspace_on_cpu(const ScanPlan& plan, const FreeLegs& legs);

/// answer_on_cpu() as an Engine. It supports every plan of telescopic legs.
const Engine& set_engine();

}  // namespace hexscan
