#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/base/spread.h"
#include "src/engines/verification.h"
#include "stages/stage.h"

namespace hexscan {

/// One stage of a measured run: its launches, its resources on the device, and its times.
struct StageRecord {
    int number = 0;
    std::string name;
    std::string change;
    LaunchShape launch;
    StageResources resources;
    int active_warps = 0, max_warps = 0;  ///< resident on a multiprocessor
    /// Name of the resource that limits occupancy.
    std::string limiter;
    /// Summed over launches. If they follow each other, from the start of the first to the end of the last.
    Spread kernel_ms;
    /// Time of all kernels in one launch, with verdicts left in device memory. Absent in old records.
    Spread kernel_alone_ms;
    /// Sum over all copies; 0 if the kernel writes to host memory itself.
    Spread copy_ms;
    /// Time from the first launch to the last verdict in host memory.
    Spread total_ms;
    /// Time to convert the verdicts in host memory to runs of columns, on all threads. Absent in old records.
    Spread decoding_ms;
    /// Time to allocate buffers, which is not part of the total.
    double setup_ms = 0;
    /// Bytes of verdicts that reach host memory.
    std::int64_t output_bytes = 0;
    MemoryUse memory;
    std::int64_t reachable_points = 0;
    Verification verification;
    std::vector<std::string> remarks;  ///< such as a wide spread, or clocks that changed
};

/// A run of the whole ladder on one device.
struct CaseStudy {
    std::string hexscan_version;
    std::string date;  ///< ISO 8601, UTC
    std::string device;
    int capability_major = 0, capability_minor = 0;
    std::string driver_version, runtime_version;
    double memory_bandwidth_gb_s = 0;  ///< theoretical, of the device's own memory
    std::string platform;
    int columns = 0, rows = 0, slices = 0;
    int repeats = 0;
    Spread pinned_copy_ms;    ///< The volume as bytes, from device to pinned host memory: the floor of stages 1 to 8.
    Spread pageable_copy_ms;  ///< The same copy to pageable memory.
    std::vector<StageRecord> stages;
};

}  // namespace hexscan
