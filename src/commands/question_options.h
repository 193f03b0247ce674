#pragma once

#include <string>

#include "src/commands/command.h"
#include "src/scan/request.h"

/// Options for the orientations and the maps of a scan.
namespace hexscan {

/// Adds --workspace, --tilt, --map, --tilt-inside, --certified, --connected.
void add_question_options(OptionGroup& group);

/// Reads three angles, separated by commas. Each is a number or FROM:TO:POINTS. Throws UsageError.
OrientationSet parse_orientations(const std::string& text, const Units& units);

/// Applies --orientation and the options above to a request and checks that they are compatible. Throws UsageError that
/// names the option and a cure.
void apply_question(const Arguments& arguments, const Units& units, ScanRequest& request);

}  // namespace hexscan
