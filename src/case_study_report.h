#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/stage_record.h"

/// The case study as its readers get it. Every form comes from the one CaseStudy value; what follows from
/// its numbers (speed-ups, bandwidths, ratios) is computed in one place, stage_figures().
namespace hexscan {

/// The whole record, units in the keys. What follows from the record stands under "derived", null where it
/// is not defined. Numbers that JSON has no form for are the strings "NaN", "Infinity" and "-Infinity".
nlohmann::json to_json(const CaseStudy& study);

/// The inverse of to_json(); "derived" is not read. Throws std::runtime_error naming the field when one is
/// missing or has another type.
CaseStudy case_study_from_json(const nlohmann::json& json);

/// One line per stage under one line of column names, at full precision; empty where a figure is not known.
std::string stages_csv(const CaseStudy& study);

/// Tables for a terminal, at most 120 columns wide: what each stage changes, launch and occupancy, time,
/// bandwidth, truth and memory, then the published figures beside those of the record.
std::string stage_table(const CaseStudy& study);

/// The same tables as Markdown.
std::string stages_markdown(const CaseStudy& study);

/// Bars of total and kernel time per stage on a logarithmic axis, as a standalone SVG that follows the
/// reader's light or dark colour scheme. The same study always gives the same bytes.
std::string stages_svg(const CaseStudy& study);

/// Writes stages.json, stages.csv, stages.md and stages.svg into the folder, which is created if needed.
/// Throws OutputError.
void write_case_study(const CaseStudy& study, const std::filesystem::path& folder);

}  // namespace hexscan
