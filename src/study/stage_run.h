#pragma once

#include <optional>

#include "hexscan/observer.h"
#include "src/device/devices.h"
#include "src/engines/delivery.h"
#include "src/results/run_record.h"
#include "src/scan/plan.h"
#include "src/study/occupancy_model.h"
#include "stages/registry.h"

/// What a record and a summary say of a scan by one stage.
namespace hexscan {

/// How a stage is run beside the scan itself.
struct StageRunOptions {
    std::optional<int> repeats{};                   ///< timed scans; nothing: the scan is timed as it is delivered
    bool fits = true;                               ///< whether the plan fits the memory at once
    std::optional<ComputeCapability> capability{};  ///< of a GPU whose occupancy a run on the CPU also reports
};

/// A stage on the current device: launch, resources, occupancy, and its times beside the pinned copy of one byte per
/// point. Throws DeviceError.
EngineDescription describe_stage_run(const StageEntry& entry, const DeviceInfo& device, const ScanPlan& plan,
                                     const StageRunOptions& options);

/// The CPU form of a stage: its time on this CPU, the occupancy that the model gives its kernel, and the recorded GPU
/// time where the plan is the recorded one. A timed run that fits the memory leaves its scan in `finished`. Throws
/// std::bad_alloc.
EngineDescription describe_stage_on_host(const StageEntry& entry, const ScanPlan& plan, const StageRunOptions& options,
                                         Observer& observer, FinishedScan& finished);

/// "x86-64-v3, 2 threads": the instructions and threads that CPU forms use here.
std::string host_text();

}  // namespace hexscan
