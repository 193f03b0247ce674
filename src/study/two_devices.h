#pragma once

#include <string>

#include "src/study/case_study.h"

/// Two runs of the ladder side by side.
namespace hexscan {

/// What differs between the devices, then occupancy and times of the stages both ran, with the second's times over the
/// first's, as tables for a terminal.
std::string two_devices_text(const CaseStudy& first, const CaseStudy& second);

/// The same as Markdown.
std::string two_devices_markdown(const CaseStudy& first, const CaseStudy& second);

}  // namespace hexscan
