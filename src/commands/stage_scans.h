#pragma once

#include <optional>
#include <string>

#include "src/engines/engine.h"
#include "src/results/run_record.h"

/// The stages of the study's ladder as engines of a scan. A build without the study (HEXSCAN_STUDY) has none.
namespace hexscan {

struct EngineChoice;
struct StageEntry;

/// The stage of that name or number; of none that scans where none is asked for, null in a build without the study.
/// Throws UsageError.
const StageEntry* stage_asked_for(const std::optional<std::string>& name);

/// A stage as an engine; null in a build without CUDA.
const Engine* engine_of(const StageEntry& stage);
int number_of(const StageEntry& stage);

/// Fills in what run.json and the summary tell of a scan by a stage, see describe_engine(). `fits` says whether the
/// plan fits the memory at once. Throws DeviceError.
void describe_stage_scan(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats, bool fits,
                         EngineDescription& told);

}  // namespace hexscan
