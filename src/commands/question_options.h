#pragma once

#include <string>

#include "src/commands/command.h"
#include "src/scan/request.h"

/// The options that say what is asked of every position: at which orientations, and which maps.
namespace hexscan {

/// --workspace, --tilt, --map, --tilt-inside, --certified, --connected.
void add_question_options(OptionGroup& group);

/// Three angles, each a number or FROM:TO:POINTS, separated by commas. Throws UsageError.
OrientationSet parse_orientations(const std::string& text, const Units& units);

/// Puts --orientation and the options above into a request and checks that they go together. Throws UsageError naming
/// the option and what helps.
void apply_question(const Arguments& arguments, const Units& units, ScanRequest& request);

}  // namespace hexscan
