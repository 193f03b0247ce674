#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/base/spread.h"
#include "src/device/devices.h"

/// JSON and text about an engine's device and times, for records and summaries.
namespace hexscan {

/// Describes the device as JSON for run.json.
nlohmann::json device_json(const DeviceInfo& device);

/// The spread as text, such as "median of 10, 41.2 to 43.9".
std::string spread_text(const Spread& spread, int repeats);

}  // namespace hexscan
