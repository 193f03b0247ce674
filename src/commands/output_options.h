#pragma once

#include <nlohmann/json.hpp>

#include "src/commands/command.h"
#include "src/files/json_fields.h"
#include "src/results/output_kinds.h"

/// Options for the outputs of a scan, and their form in records. They cover all kinds of output.
namespace hexscan {

void add_output_options(OptionGroup& group);

/// The outputs that the command line requests; for options that it does not give, those of `before`. Throws UsageError.
RequestedOutputs requested_outputs(const Arguments& arguments, const RequestedOutputs& before);

/// For a scan over a set of orientations: removes the outputs that need a single orientation (OutputKind::of_sets).
/// Outputs named on the command line stay.
void leave_out_of_sets(const Arguments& arguments, RequestedOutputs& requested);

/// Adds the requested outputs to a record's "asked": true or false, or the word for an option with several words.
void add_outputs(const RequestedOutputs& requested, nlohmann::json& asked);

/// The outputs in a record's "asked". Throws InputError that names the field.
RequestedOutputs outputs_of(const JsonField& asked);

}  // namespace hexscan
