#pragma once

#include <string>
#include <vector>

#include "src/base/spread.h"
#include "stages/stage.h"

namespace hexscan {

/// Times of a stage's repeated scans after a warm-up, in milliseconds.
struct Timing {
    Spread total_ms;         ///< Wall-clock time from the call to the last verdict in host memory.
    Spread kernel_ms;        ///< Summed over launches, or from the first to the last if they follow each other.
    Spread kernel_alone_ms;  ///< In one launch, with verdicts left in device memory.
    Spread copy_ms;          ///< Summed over copies.
    Spread decoding_ms;      ///< From the verdicts in host memory to runs of columns, on all threads.
    std::vector<std::string> remarks;
};

/// Remarks for readers who add up the times. One reports a wide spread. Another reports parts that exceed the total
/// although kernel and copy do not overlap.
std::vector<std::string> remarks_on(const Timing& timing, bool overlaps);

/// Warms up by scanning at least once and for `warm_up_ms`. Then it times `repeats` rounds of three scans: by the wall
/// clock, with device events, and with the kernel alone. Events take time themselves, so the scan for the wall clock
/// has none. The three alternate, so that drift affects all of them equally. Then it decodes a scan of `slices`
/// slices, at most ten times. The remarks are those of remarks_on(), plus one if the GPU's clock rates changed. Throws
/// DeviceError.
Timing time_stage(PreparedStage& scan, int slices, int repeats);

}  // namespace hexscan
