#pragma once

#include <string>
#include <vector>

#include "src/base/spread.h"
#include "src/study/case_study.h"

/// Invented records of the case study.
namespace hexscan_test {

/// Times with this median.
hexscan::Spread spread(double median);

/// Ten stages with figures typical of a current GPU.
hexscan::CaseStudy sample();

/// A record without measurements.
hexscan::CaseStudy unmeasured();

}  // namespace hexscan_test
