#pragma once

#include <string>

#include "hexscan/observer.h"
#include "src/device/devices.h"
#include "src/scan/plan.h"
#include "src/study/case_study.h"
#include "src/study/timing.h"
#include "stages/registry.h"

/// The one who poisons, scans, verifies and times the stages. Stages only scan.
namespace hexscan {

/// What is known of a stage before it runs: launch, resources, occupancy and what limits it, on the current device.
/// Throws DeviceError.
StageRecord describe_stage(const StageEntry& entry, const ScanGrid& grid, const DeviceInfo& device);

/// Runs one rung: poison, scan, verify, time, poison, scan, verify. `reference` is that of the plan. Throws
/// DeviceError.
StageRecord measure_stage(const StageEntry& entry, const ScanPlan& plan, const Workspace& reference, int repeats,
                          const DeviceInfo& device);

/// Runs the whole ladder on the current device, with the copy floor measured in the same run. `platform` is what the
/// record calls the plan's machine. Throws DeviceError, also where the plan does not fit the memory at once.
CaseStudy measure_ladder(const ScanPlan& plan, const std::string& platform, int repeats, const DeviceInfo& device,
                         Observer& observer);

}  // namespace hexscan
