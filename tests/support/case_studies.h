#pragma once

#include <string>
#include <vector>

#include "src/base/spread.h"
#include "src/study/case_study.h"

/// Invented records of the case study, and functions for the texts made from them.
namespace hexscan_test {

/// Times with this median.
hexscan::Spread spread(double median);

/// Ten stages with figures typical of a current GPU.
hexscan::CaseStudy sample();

/// A record without measurements.
hexscan::CaseStudy unmeasured();

std::vector<std::string> lines_of(const std::string& text);

}  // namespace hexscan_test
