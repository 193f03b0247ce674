#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "src/base/embedded_files.h"
#include "src/study/case_study.h"

namespace hexscan {

/// The case study as a page in one file: times, the change of each stage next to its sources, all tables, and an
/// occupancy explorer.
std::string ladder_page(const CaseStudy& study);

/// The data of the occupancy explorer: the limits of every known capability, with the field names of SmLimits, and the
/// limits that all capabilities have in common.
nlohmann::json occupancy_limits_json();

/// The file of docs/cuda/ that contains the stage as a standalone program, which the page shows. Its pointers are null
/// for a stage without such a file.
EmbeddedFile plain_stage(int stage);

}  // namespace hexscan
