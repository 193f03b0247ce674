#pragma once

#include <string>

#include "src/study/case_study.h"

/// The case study as tables, for the terminal and as Markdown.
namespace hexscan {

/// Tables for a terminal, at most 120 columns wide: what each stage changes, launch and occupancy, time,
/// bandwidth, truth and memory, then the published figures beside those of the record.
std::string stage_table(const CaseStudy& study);

/// The same tables as Markdown.
std::string stages_markdown(const CaseStudy& study);

/// Time per stage alone, with device and date, as Markdown: what the README shows.
std::string time_table_markdown(const CaseStudy& study);

}  // namespace hexscan
