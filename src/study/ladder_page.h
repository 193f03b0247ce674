#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "src/study/case_study.h"

namespace hexscan {

/// The case study as a page in one file: times, what each stage changes with its sources beside it, all tables, and an
/// occupancy explorer.
std::string ladder_page(const CaseStudy& study);

/// What the occupancy explorer computes with: the limits of every known capability and those that all share, with the
/// names of the fields of SmLimits.
nlohmann::json occupancy_limits_json();

}  // namespace hexscan
