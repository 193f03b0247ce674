#pragma once

#include <memory>
#include <vector>

#include "src/commands/command.h"
#include "src/ranks/ranks.h"
#include "src/sweep/meters/meter.h"

namespace hexscan {

/// The meters of this rank for the option --device: device_meters() for CUDA devices, otherwise host_meters()
/// (sweep_folder.h). A single process uses all devices. If a host has several ranks, each uses one device, chosen by
/// its local rank. Throws UsageError, DeviceError.
std::vector<std::unique_ptr<Meter>> sweep_meters(const Arguments& arguments, const SweepFile& sweep,
                                                 const Designs& designs, const Ranks& ranks);

}  // namespace hexscan
