#pragma once

#include <string>
#include <vector>

#include "src/devices.h"
#include "src/slice_sink.h"
#include "src/stage.h"
#include "src/stage_record.h"

/// The one who poisons, scans, verifies and times. Engines only scan.
namespace hexscan {

/// Times of repeated scans after a warm-up, in milliseconds.
struct Timing {
    Spread total_ms;   ///< call to last verdict in host memory, by the wall clock
    Spread kernel_ms;  ///< summed over launches
    Spread copy_ms;    ///< summed over copies
    double setup_ms = 0;
    std::vector<std::string> remarks;
};

/// Scans once to warm up, then `repeats` times by the wall clock and, on a device, as often again with device
/// events, which would lengthen the first. Throws DeviceError, Interrupted.
Timing time_scans(PreparedScan& scan, int repeats, bool on_device);

/// Slices of the plan that fit the memory at hand beside everything else, at least one: a slice that does not
/// fit fails where it is allocated. `on_device` asks the current CUDA device too.
int slices_that_fit(const Engine& engine, const ScanPlan& plan, bool on_device);

/// How a plan was brought to its sink.
struct Delivery {
    int slab_slices = 0;
    double scan_seconds = 0;
    Verification verification;
};

/// Scans the plan slab by slab and pours the slices into `sink`; while workers write one slab's images, the
/// next one is scanned. Verifies each slab first if asked. Throws DeviceError, OutputError, Interrupted.
Delivery deliver(const Engine& engine, const ScanPlan& plan, bool on_device, bool verify, bool show_progress,
                 SliceSink& sink);

/// Runs one rung: poison, scan, verify, time, poison, scan, verify. `reference` is that of the plan.
StageRecord measure_stage(const StageEntry& entry, const ScanPlan& plan, const Workspace& reference, int repeats,
                          const DeviceInfo& device);

/// Runs the whole ladder on the current device, with the copy floor measured in the same run.
/// Throws DeviceError where the plan does not fit the memory at once.
CaseStudy measure_ladder(const ScanPlan& plan, const std::string& platform_name, int repeats,
                         const DeviceInfo& device, bool show_progress);

}  // namespace hexscan
