#pragma once

#include <vector>

#include "src/check/requirement.h"
#include "src/commands/command.h"
#include "src/machine/machine.h"

/// The options that say what is asked of the legs together: the keys of a platform file that stand for no shape.
namespace hexscan {

/// --diameter, --gap, --free-ends, --base-plate, --platform-plate, --keep-out, --singularity, --conditioning-length,
/// --load, --load-torque, --load-at, --max-force, --max-torque.
void add_machine_options(OptionGroup& group);

/// Puts them into a machine. Throws UsageError naming the option and what helps.
void apply_machine_options(const Arguments& arguments, Machine& machine);

/// What a requirement stands on no option may take away: of the file or the record all could be asked. Throws
/// UsageError.
void require_ground(const std::vector<Requirement>& requirements, const Machine& machine);

}  // namespace hexscan
