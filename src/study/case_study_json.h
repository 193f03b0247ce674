#pragma once

#include <nlohmann/json_fwd.hpp>

#include "src/study/case_study.h"

namespace hexscan {

/// The whole record, with units in the keys. Derived figures are under "derived". A figure that is undefined is null.
/// Numbers without a JSON form become the strings "NaN", "Infinity" and "-Infinity".
nlohmann::json to_json(const CaseStudy& study);

/// The inverse of to_json(). Ignores "derived" and unknown fields. Throws InputError, naming the field, if one is
/// missing or has another type, or if the schema is a later one.
CaseStudy case_study_from_json(const nlohmann::json& json, const std::string& name = "case study");

/// One stage of the study as JSON, for use in other records.
nlohmann::json stage_json(const CaseStudy& study, const StageRecord& stage);

}  // namespace hexscan
