#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/base/spread.h"
#include "src/device/devices.h"

/// What records and summaries say of an engine's device and times.
namespace hexscan {

/// A device for the record.
nlohmann::json device_json(const DeviceInfo& device);

/// "median of 10, 41.2 to 43.9".
std::string spread_text(const Spread& spread, int repeats);

}  // namespace hexscan
