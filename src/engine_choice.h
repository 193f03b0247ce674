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

/// CUDA device `index`, or a DeviceError that says for `who` (the option that needs it) what is missing, and
/// `cure`, what helps.
DeviceInfo cuda_device(int index, const std::string& who, const std::string& cure);

/// Engine, stage and device for a run of one stage, the device made current. Throws UsageError for an unknown
/// stage (before any CUDA call), DeviceError for a device that is not there.
EngineChoice choose_engine(const Options& options);

}  // namespace hexscan
