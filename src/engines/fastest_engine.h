#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// The fastest engine of the host that supports the plan: the reference where no other does.
const Engine& fastest_host_engine(const ScanPlan& plan);

/// Whether that engine ends before a device has started.
bool sooner_than_a_device_starts(const ScanPlan& plan);

/// The verdicts of that engine.
Workspace scan_on_host(const ScanPlan& plan);

}  // namespace hexscan
