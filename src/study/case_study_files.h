#pragma once

#include <vector>

#include "src/results/output_folder.h"
#include "src/study/case_study.h"

namespace hexscan {

/// The files of a case study, its record first.
std::vector<AnnouncedFiles> case_study_file_names();

/// The case study in every form its readers get it: stages.json, stages.md, its table of times alone as time.md,
/// stages.svg and the page index.html. All come from the one CaseStudy value; what follows from its numbers (speed-ups,
/// bandwidths, ratios) is computed in one place, stage_figures(). Throws OutputError.
void write_case_study(const CaseStudy& study, const OutputFolder& folder);

}  // namespace hexscan
