#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/base/spread.h"
#include "src/engines/verification.h"
#include "stages/stage.h"

namespace hexscan {

/// One stage of a measured run: what it launched, what the device made of it, how long it took.
struct StageRecord {
    int number = 0;
    std::string name;
    std::string change;
    LaunchShape launch;
    StageResources resources;
    int active_warps = 0, max_warps = 0;  ///< resident on a multiprocessor
    std::string limiter;                  ///< what keeps occupancy from being higher
    Spread kernel_ms;                     ///< summed over launches
    Spread kernel_alone_ms;               ///< in one launch, verdicts left in device memory; absent in old records
    Spread copy_ms;                       ///< summed over copies; 0 where the kernel writes host memory
    Spread total_ms;                      ///< first launch to last verdict in host memory
    double setup_ms = 0;                  ///< allocation of buffers, not part of the total
    std::int64_t output_bytes = 0;        ///< bytes of verdicts that reach host memory
    MemoryUse memory;
    std::int64_t reachable_points = 0;
    Verification verification;
    std::vector<std::string> remarks;  ///< e.g. a wide spread or clocks that moved
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
    Spread pinned_copy_ms;    ///< the volume as bytes, device to pinned host memory: the floor of stages 1 to 8
    Spread pageable_copy_ms;  ///< the same to pageable memory
    std::vector<StageRecord> stages;
};

}  // namespace hexscan
