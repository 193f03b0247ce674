#pragma once

#include <vector>

#include "src/check/requirement.h"
#include "src/commands/command.h"
#include "src/machine/machine.h"

/// Options for limits and loads of a machine. They have the same meaning as keys of a machine file that do not set its
/// shape.
namespace hexscan {

/// Adds --diameter, --gap, --free-ends, --base-plate, --platform-plate, --keep-out, --singularity,
/// --conditioning-length, --load, --load-torque, --load-at, --max-force, --max-torque.
void add_machine_options(OptionGroup& group);

/// Applies these options to a machine. Throws UsageError that names the option and a cure.
void apply_machine_options(const Arguments& arguments, Machine& machine);

/// Checks that options have not removed what a requirement of the file or the record needs. Throws UsageError.
void require_ground(const std::vector<Requirement>& requirements, const Machine& machine);

}  // namespace hexscan
