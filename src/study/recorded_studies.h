#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/scan/plan.h"
#include "src/study/case_study.h"

/// The committed measurements of the study, compiled in: what commands print where no GPU can measure.
namespace hexscan {

/// output/case-study/stages.json.
const CaseStudy& recorded_case_study();

/// output/case-study/memory.json and intrinsics.json.
nlohmann::json recorded_memory();
nlohmann::json recorded_intrinsics();

/// The stage's record, or null where the study has none of that name.
const StageRecord* recorded_stage(const std::string& name);

/// Whether the recorded case study scanned this very plan: the same machine on the same grid.
bool is_recorded(const OrientedPlan& plan);

/// "NVIDIA H200, 2026-11-24": where and when the case study was recorded.
std::string recorded_where();

/// What a command that measures says on standard error where there is no device: the reason, that what follows is
/// recorded, and the command that measures.
std::string no_measurement_text(const std::string& problem, const std::string& command);

}  // namespace hexscan
