#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// The fastest engine of the host that supports the plan. The reference, if no other does.
const Engine& fastest_host_engine(const ScanPlan& plan);

/// True if that engine ends before a device has started.
bool sooner_than_a_device_starts(const ScanPlan& plan);

/// The workspace, computed by that engine.
Workspace scan_on_host(const ScanPlan& plan);

}  // namespace hexscan
