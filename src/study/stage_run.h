#pragma once

#include <optional>

#include "hexscan/observer.h"
#include "src/device/devices.h"
#include "src/engines/delivery.h"
#include "src/results/run_record.h"
#include "src/scan/plan.h"
#include "src/study/occupancy_model.h"
#include "stages/registry.h"

/// Describes a scan by one stage for records and summaries.
namespace hexscan {

/// Options of a stage's run in addition to the scan itself.
struct StageRunOptions {
    std::optional<int> repeats{};  ///< Number of timed scans. If absent, the scan is timed as it is delivered.
    bool fits = true;              ///< True if the whole plan fits into memory at once.
    std::optional<ComputeCapability> capability{};  ///< A GPU's capability, for which a run on the CPU also reports
                                                    ///< occupancy.
};

/// Describes a stage on the current device: launch, resources, occupancy, and its times relative to the pinned copy of
/// one byte per point. Throws DeviceError.
EngineDescription describe_stage_run(const StageEntry& entry, const DeviceInfo& device, const ScanPlan& plan,
                                     const StageRunOptions& options);

/// Describes the CPU form of a stage: its time on this CPU, the modelled occupancy of its kernel and, if the case study
/// scanned this plan, the recorded time on a GPU. A timed run that fits into memory leaves its scan in `finished`.
/// Throws std::bad_alloc.
EngineDescription describe_stage_on_host(const StageEntry& entry, const ScanPlan& plan, const StageRunOptions& options,
                                         Observer& observer, FinishedScan& finished);

/// The instructions and threads that CPU forms use on this host, such as "x86-64-v3, 2 threads".
std::string host_text();

}  // namespace hexscan
