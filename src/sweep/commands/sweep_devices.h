#pragma once

#include <memory>
#include <vector>

#include "src/commands/command.h"
#include "src/ranks/ranks.h"
#include "src/sweep/meters/meter.h"

namespace hexscan {

/// This rank's meters for --device: the host's, or one per CUDA device. A single process takes all devices. If a host
/// has several ranks, each takes one device, by its local rank. Throws UsageError, DeviceError.
std::vector<std::unique_ptr<Meter>> sweep_meters(const Arguments& arguments, const SweepFile& sweep,
                                                 const Designs& designs, const Ranks& ranks);

}  // namespace hexscan
