#pragma once

#include <span>
#include <string>

#include "stages/host_stage.h"
#include "stages/stage.h"

namespace hexscan {

/// A line of stages/stages.def.
struct StageEntry {
    int number;
    std::string name;
    std::string change;        ///< the difference from the previous stage, in one line
    const Stage* stage;        ///< null in a build without CUDA
    const HostStage* on_host;  ///< the CPU form; null for a HEXSCAN_DEVICE_STAGE
};

/// All stages in the order of the ladder.
std::span<const StageEntry> stage_registry();

/// The stage with this number or name. Returns null if no stage has it.
const StageEntry* find_stage(const std::string& number_or_name);

/// The stage of an engine. The engine must be a stage or the CPU form of one.
const StageEntry& entry_of(const Engine& engine);

/// The stage that scans by default. It is given by name, so that a new stage does not change the default. Its verdicts
/// are exact.
inline constexpr const char* default_stage_name = "row-runs";
const StageEntry& default_stage();

}  // namespace hexscan
