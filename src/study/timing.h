#pragma once

#include <string>
#include <vector>

#include "src/base/spread.h"
#include "stages/stage.h"

namespace hexscan {

/// Times of a stage's repeated scans after a warm-up, in milliseconds.
struct Timing {
    Spread total_ms;         ///< call to last verdict in host memory, by the wall clock
    Spread kernel_ms;        ///< summed over launches, or from the first to the last where they follow each other
    Spread kernel_alone_ms;  ///< in one launch, verdicts left in device memory
    Spread copy_ms;          ///< summed over copies
    std::vector<std::string> remarks;
};

/// What a reader should know who adds up the times: a wide spread, and parts that exceed the whole of a scan whose
/// kernel and copy do not overlap.
std::vector<std::string> remarks_on(const Timing& timing, bool overlaps);

/// Scans to warm up for `warm_up_ms`, at least once, then `repeats` times by the wall clock, and as often with device
/// events, which would lengthen the first, and with its kernel alone, all three in turn, so that what drifts meets all
/// of them alike. Its remarks are remarks_on() and one on clocks that moved. Throws DeviceError.
Timing time_stage(PreparedStage& scan, int repeats);

}  // namespace hexscan
