#pragma once

#include <map>
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

/// The lines of a CSV by the names in its first one: RFC 4180, as far as cells without line breaks go.
using CsvRow = std::map<std::string, std::string>;
std::vector<CsvRow> csv_rows(const std::string& csv);

double number(const CsvRow& row, const std::string& name);

}  // namespace hexscan_test
