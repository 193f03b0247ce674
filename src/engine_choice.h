#pragma once

#include <optional>
#include <string>

#include "src/devices.h"
#include "src/options.h"
#include "src/stage.h"

namespace hexscan {

/// The engine a run uses and why.
struct EngineChoice {
    const Engine* engine = nullptr;
    const StageEntry* stage = nullptr;   ///< null: the CPU engine
    std::optional<DeviceInfo> device;    ///< of a CUDA stage
    std::string notice;                  ///< what the user should know of the choice, or empty
};

/// The stage that runs where no --stage is given.
const StageEntry& default_stage();

/// The device --device asks for. Nothing where it is the CPU, or where `automatic` finds none; then `notice`
/// says why. Throws DeviceError where a CUDA device was asked for and is not there.
std::optional<DeviceInfo> choose_device(const DeviceChoice& choice, std::string& notice);

/// Engine, stage and device for a run of one stage, the device made current. Throws UsageError for an unknown
/// stage (before any CUDA call), DeviceError for a device that is not there.
EngineChoice choose_engine(const Options& options);

}  // namespace hexscan
