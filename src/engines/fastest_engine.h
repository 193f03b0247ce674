#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// The fastest engine of the host that supports the plan: the reference where no other does.
const Engine& fastest_host_engine(const ScanPlan& plan);

}  // namespace hexscan
