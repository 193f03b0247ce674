#pragma once

#include <string>

#include "src/study/case_study.h"

namespace hexscan {

/// Bars of total and kernel time per stage on a logarithmic axis, as a standalone SVG. It follows the reader's light or
/// dark colour scheme. The same study always gives the same bytes.
std::string stages_svg(const CaseStudy& study);

}  // namespace hexscan
