#pragma once

#include "src/base/spread.h"
#include "src/engines/engine.h"

namespace hexscan {

/// Measures one scan by the wall clock, from the call to the last verdict in host memory, in milliseconds. Throws
/// DeviceError.
double scan_by_the_wall_ms(PreparedScan& scan);

/// Warms up by scanning at least once and for `warm_up_ms`. Then times `repeats` scans by the wall clock. Throws
/// DeviceError.
Spread time_scans_ms(PreparedScan& scan, int repeats);

}  // namespace hexscan
