#pragma once

#include <string>
#include <vector>

#include "src/base/spread.h"
#include "stages/stage.h"

namespace hexscan {

/// Times of repeated scans after a warm-up, in milliseconds.
struct Timing {
    Spread total_ms;   ///< call to last verdict in host memory, by the wall clock
    Spread kernel_ms;  ///< of a stage: summed over launches
    Spread copy_ms;    ///< of a stage: summed over copies
    std::vector<std::string> remarks;
};

/// Scans once to warm up, then `repeats` times by the wall clock. Throws DeviceError.
Timing time_scans(PreparedScan& scan, int repeats);

/// The same for a stage, and then as often again with device events, which would lengthen the first. Remarks on a wide
/// spread and on clocks that moved. Throws DeviceError.
Timing time_stage(PreparedStage& scan, int repeats);

}  // namespace hexscan
