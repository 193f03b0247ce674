#pragma once

#include "src/base/spread.h"
#include "src/engines/engine.h"

namespace hexscan {

/// One scan by the wall clock: call to last verdict in host memory, in milliseconds. Throws DeviceError.
double scan_by_the_wall_ms(PreparedScan& scan);

/// Scans to warm up for `warm_up_ms`, at least once, then `repeats` times by the wall clock. Throws DeviceError.
Spread time_scans_ms(PreparedScan& scan, int repeats);

}  // namespace hexscan
