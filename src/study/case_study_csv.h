#pragma once

#include <string>

#include "src/study/case_study.h"

namespace hexscan {

/// One line per stage under one line of column names, at full precision; empty where a figure is not known.
std::string stages_csv(const CaseStudy& study);

}  // namespace hexscan
