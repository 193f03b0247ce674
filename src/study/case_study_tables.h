#pragma once

#include <string>
#include <vector>

#include "src/base/text_table.h"
#include "src/study/case_study.h"

/// The case study as tables, for the terminal and as Markdown.
namespace hexscan {

/// Tables for a terminal, at most 120 columns wide. They show changes, launch and occupancy, time, bandwidth,
/// verification and memory. A last table compares the published figures with those of the record.
std::string stage_table(const CaseStudy& study);

/// The same tables as Markdown.
std::string stages_markdown(const CaseStudy& study);

/// The parts of these texts in order, for another output format.
struct CaseStudyTables {
    std::vector<std::string> header;  ///< lines
    std::vector<TextTable> measured;
    std::vector<std::string> notes, remarks;
    std::vector<TextTable> published;
    std::vector<std::string> published_notes;
};
CaseStudyTables case_study_tables(const CaseStudy& study);

/// Header and times for a terminal.
std::string time_table_text(const CaseStudy& study);

/// Only the time per stage, with device and date, as Markdown; docs/gpu-study.md shows it.
std::string time_table_markdown(const CaseStudy& study);

}  // namespace hexscan
