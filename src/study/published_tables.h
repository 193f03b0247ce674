#pragma once

#include <string>
#include <vector>

#include "src/base/text_table.h"
#include "src/study/case_study.h"

namespace hexscan {

/// The published figures next to those of the record: a table of launches, then one of occupancy and time.
std::vector<TextTable> published_tables(const CaseStudy& study);

/// Explains the tables.
std::vector<std::string> published_notes(const CaseStudy& study);

}  // namespace hexscan
