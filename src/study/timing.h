#pragma once

#include <string>
#include <vector>

#include "src/base/spread.h"
#include "stages/stage.h"

namespace hexscan {

/// How long work is repeated before it is timed: clocks rise, caches and page tables fill.
inline constexpr double warm_up_ms = 100;

/// Times of repeated scans after a warm-up, in milliseconds.
struct Timing {
    Spread total_ms;   ///< call to last verdict in host memory, by the wall clock
    Spread kernel_ms;  ///< of a stage: summed over launches, or from the first to the last where they follow each other
    Spread kernel_alone_ms;  ///< of a stage: in one launch, verdicts left in device memory
    Spread copy_ms;          ///< of a stage: summed over copies
    std::vector<std::string> remarks;
};

/// Scans to warm up for `warm_up_ms`, at least once, then `repeats` times by the wall clock. Throws DeviceError.
Timing time_scans(PreparedScan& scan, int repeats);

/// The same for a stage, and as often with device events, which would lengthen the first, and with its kernel alone, all
/// three in turn, so that what drifts meets all of them alike. Remarks on a wide spread, on clocks that moved, and on parts that
/// exceed the whole. Throws DeviceError.
Timing time_stage(PreparedStage& scan, int repeats);

}  // namespace hexscan
