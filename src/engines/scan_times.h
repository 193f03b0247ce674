#pragma once

#include "src/base/spread.h"
#include "src/engines/engine.h"

namespace hexscan {

/// Wall-clock time of one scan, from the call to the last verdict in host memory, in milliseconds. Throws DeviceError.
double scan_by_the_wall_ms(PreparedScan& scan);

/// Scans at least once, for `warm_up_ms`, to warm up. Then times `repeats` scans by the wall clock. Throws DeviceError.
Spread time_scans_ms(PreparedScan& scan, int repeats);

}  // namespace hexscan
