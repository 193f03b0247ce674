#pragma once

#include <nlohmann/json_fwd.hpp>

#include "src/study/case_study.h"

namespace hexscan {

/// The whole record, units in the keys. What follows from the record stands under "derived", null where it
/// is not defined. Numbers that JSON has no form for are the strings "NaN", "Infinity" and "-Infinity".
nlohmann::json to_json(const CaseStudy& study);

/// The inverse of to_json(); "derived" is not read, nor are fields it does not know. Throws InputError naming the field
/// when one is missing or has another type, or when the schema is a later one.
CaseStudy case_study_from_json(const nlohmann::json& json, const std::string& name = "case study");

/// A stage of it, for other records.
nlohmann::json stage_json(const CaseStudy& study, const StageRecord& stage);

}  // namespace hexscan
