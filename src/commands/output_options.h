#pragma once

#include <nlohmann/json.hpp>

#include "src/commands/command.h"
#include "src/files/json_fields.h"
#include "src/results/output_kinds.h"

/// The options that say what a scan leaves, and how a record keeps them: whatever kinds of output there are.
namespace hexscan {

void add_output_options(OptionGroup& group);

/// What the command line says, and where it says nothing, what was wished before. Throws UsageError.
OutputWishes requested_outputs(const Arguments& arguments, const OutputWishes& before);

/// What was asked of one orientation is not asked of a set that takes its place: such outputs are left out, but for
/// those that the command line names.
void leave_out_of_sets(const Arguments& arguments, OutputWishes& wishes);

/// Puts wishes into a record's "asked": true or false, or of an option with several words the word.
void add_outputs(const OutputWishes& wishes, nlohmann::json& asked);

/// What a record's "asked" says. Throws InputError naming the field.
OutputWishes outputs_of(const JsonField& asked);

}  // namespace hexscan
