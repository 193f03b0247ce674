#pragma once

#include <optional>

#include "src/base/spread.h"
#include "src/commands/engine_choice.h"
#include "src/results/run_record.h"

namespace hexscan {

/// What run.json and the summary tell of the engine: its name, its device and, of a stage, how it lies on the device;
/// and of the ranks that share a scan, if there are several. Given `repeats`, it also times that many scans of the plan
/// after a warm-up, by themselves where the plan fits the memory at once; a stage then shows its median times beside
/// the floor, the pinned copy of one byte per point. Throws DeviceError.
EngineDescription describe_engine(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats,
                                  const nlohmann::json& ranks);

/// A device for the record.
nlohmann::json device_json(const DeviceInfo& device);

/// "median of 10, 41.2 to 43.9".
std::string spread_text(const Spread& spread, int repeats);

}  // namespace hexscan
