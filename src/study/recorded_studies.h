#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/scan/plan.h"
#include "src/study/case_study.h"

/// The committed measurements of the study, compiled in. Commands print them if there is no GPU to measure.
namespace hexscan {

/// The record in output/case-study/stages.json.
const CaseStudy& recorded_case_study();

/// The records in output/case-study/: memory.json, intrinsics.json, stage_counters.json, stage_paths.json and
/// passed_limits.json.
nlohmann::json recorded_memory();
nlohmann::json recorded_intrinsics();
nlohmann::json recorded_stage_counters();
nlohmann::json recorded_stage_paths();
nlohmann::json recorded_passed_limits();

/// The record of the stage. Returns null if the study has no stage of that name.
const StageRecord* recorded_stage(const std::string& name);

/// True if the recorded case study scanned this plan: the same machine on the same grid.
bool is_recorded(const OrientedPlan& plan);

/// "NVIDIA H200, 2026-11-24": the device and the date of the case study.
std::string recorded_where();

/// The message that a measuring command prints on standard error if it has no device to measure. It gives the reason,
/// says that the figures are recorded, and names the command that measures.
std::string no_measurement_text(const std::string& problem, const std::string& command);

}  // namespace hexscan
