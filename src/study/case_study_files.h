#pragma once

#include <vector>

#include "src/results/output_folder.h"
#include "src/study/case_study.h"

namespace hexscan {

/// The files of a case study. The record is the first.
std::vector<AnnouncedFiles> case_study_file_names();

/// Writes the case study in all its forms: stages.json, stages.md, its table of times as time.md, stages.svg and the
/// page index.html. All come from the same CaseStudy value. Derived figures (speed-ups, bandwidths, ratios) are
/// computed in one place, stage_figures(). Throws OutputError.
void write_case_study(const CaseStudy& study, const OutputFolder& folder);

}  // namespace hexscan
