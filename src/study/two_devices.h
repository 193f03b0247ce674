#pragma once

#include <string>

#include "src/study/case_study.h"

/// Two runs of the ladder side by side.
namespace hexscan {

/// Tables for a terminal. They compare the two devices, then occupancy and times of the stages that ran on both. Ratios
/// are the second device's times divided by the first's.
std::string two_devices_text(const CaseStudy& first, const CaseStudy& second);

/// The same tables as Markdown.
std::string two_devices_markdown(const CaseStudy& first, const CaseStudy& second);

}  // namespace hexscan
