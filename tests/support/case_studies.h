#pragma once

#include <string>
#include <vector>

#include "src/base/spread.h"
#include "src/study/case_study.h"

/// Made-up records of the case study, and what is asked of the texts that are made of them.
namespace hexscan_test {

/// Times about a median.
hexscan::Spread spread(double median);

/// Ten stages with figures of the size that a current GPU gives.
hexscan::CaseStudy sample();

/// A record as it looks before anything is measured.
hexscan::CaseStudy unmeasured();

std::vector<std::string> lines_of(const std::string& text);

}  // namespace hexscan_test
