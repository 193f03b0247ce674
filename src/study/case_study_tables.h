#pragma once

#include <string>
#include <vector>

#include "src/base/text_table.h"
#include "src/study/case_study.h"

/// The case study as tables, for the terminal and as Markdown.
namespace hexscan {

/// Tables for a terminal, at most 120 columns wide: what each stage changes, launch and occupancy, time,
/// bandwidth, truth and memory, then the published figures beside those of the record.
std::string stage_table(const CaseStudy& study);

/// The same tables as Markdown.
std::string stages_markdown(const CaseStudy& study);

/// What these texts are made of, in their order, for another medium.
struct CaseStudyTables {
    std::vector<std::string> header;  ///< lines
    std::vector<TextTable> measured;
    std::vector<std::string> notes, remarks;
    std::vector<TextTable> published;
    std::vector<std::string> published_notes;
};
CaseStudyTables case_study_tables(const CaseStudy& study);

/// Header and times, for a terminal.
std::string time_table_text(const CaseStudy& study);

/// Time per stage alone, with device and date, as Markdown: what docs/gpu-study.md shows.
std::string time_table_markdown(const CaseStudy& study);

}  // namespace hexscan
