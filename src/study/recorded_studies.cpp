#include "src/study/recorded_studies.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/files/json_fields.h"
#include "src/files/platform_file.h"
#include "src/study/case_study_json.h"

namespace hexscan {

// The texts of the recorded files, see CMakeLists.txt here.
extern const char* const recorded_stages_json;
extern const char* const recorded_memory_json;
extern const char* const recorded_intrinsics_json;
extern const char* const recorded_stage_counters_json;
extern const char* const recorded_stage_paths_json;
extern const char* const recorded_passed_limits_json;

const CaseStudy& recorded_case_study() {
    static const CaseStudy study = case_study_from_json(parsed_json(recorded_stages_json), "the recorded case study");
    return study;
}

nlohmann::json recorded_memory() { return parsed_json(recorded_memory_json); }

nlohmann::json recorded_intrinsics() { return parsed_json(recorded_intrinsics_json); }

nlohmann::json recorded_stage_counters() { return parsed_json(recorded_stage_counters_json); }

nlohmann::json recorded_stage_paths() { return parsed_json(recorded_stage_paths_json); }

nlohmann::json recorded_passed_limits() { return parsed_json(recorded_passed_limits_json); }

const StageRecord* recorded_stage(const std::string& name) {
    const std::vector<StageRecord>& stages = recorded_case_study().stages;
    const auto found = std::ranges::find(stages, name, &StageRecord::name);
    return found == stages.end() ? nullptr : &*found;
}

bool is_recorded(const OrientedPlan& plan) {
    const CaseStudy& study = recorded_case_study();
    if (plan.columns() != study.columns || plan.rows() != study.rows || plan.slices() != study.slices) return false;
    return plan.geometry == make_scan_plan(built_in_platform()).oriented().geometry;
}

std::string recorded_where() {
    const CaseStudy& study = recorded_case_study();
    return fmt::format("{}, {}", study.device, study.date.substr(0, study.date.find('T')));
}

std::string no_measurement_text(const std::string& problem, const std::string& command) {
    return fmt::format(
        "nothing is measured: {}; the figures were recorded earlier (on a computer with an NVIDIA GPU, hexscan {} "
        "measures them)",
        problem, command);
}

}  // namespace hexscan
