#pragma once

#include <memory>
#include <vector>

#include "src/commands/command.h"
#include "src/ranks/ranks.h"
#include "src/sweep/meters/meter.h"

namespace hexscan {

/// The meters that --device asks for, of this rank: the host's, or one per CUDA device. Alone, a process takes all
/// devices; of several ranks on a host each takes one, by its local rank. Throws UsageError, DeviceError.
std::vector<std::unique_ptr<Meter>> sweep_meters(const Arguments& arguments, const SweepFile& sweep,
                                                 const Designs& designs, const Ranks& ranks);

}  // namespace hexscan
