#pragma once

#include <string>

#include "hexscan/observer.h"
#include "src/device/devices.h"
#include "src/scan/plan.h"
#include "src/study/case_study.h"
#include "src/study/timing.h"
#include "stages/registry.h"

/// Measures the stages. Overwrites their output with wrong values (poison), scans, verifies and times. The stages
/// themselves only scan.
namespace hexscan {

/// Describes a stage before it runs: launch, resources, occupancy, and what limits the occupancy on the current device.
/// Throws DeviceError.
StageRecord describe_stage(const StageEntry& entry, const ScanPlan& plan, const DeviceInfo& device);

/// Measures one stage: poison, scan and verify; then time; then poison, scan and verify again. `reference` is the
/// plan's workspace as the reference computes it. Throws DeviceError.
StageRecord measure_stage(const StageEntry& entry, const ScanPlan& plan, const Workspace& reference, int repeats,
                          const DeviceInfo& device);

/// Runs the whole ladder on the current device. The same run measures the floor, a copy of one byte per point to the
/// host. In the record, `platform` is the name of the plan's machine. Throws DeviceError, also if the whole plan does
/// not fit into memory at once.
CaseStudy measure_ladder(const ScanPlan& plan, const std::string& platform, int repeats, const DeviceInfo& device,
                         Observer& observer);

}  // namespace hexscan
