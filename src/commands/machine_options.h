#pragma once

#include <vector>

#include "src/check/requirement.h"
#include "src/commands/command.h"
#include "src/machine/machine.h"

/// Options for limits and loads of a machine. Each has the meaning of a key of the machine file. No option changes the
/// machine's shape.
namespace hexscan {

/// Adds --diameter, --gap, --free-ends, --base-plate, --platform-plate, --keep-out, --singularity,
/// --conditioning-length, --load, --load-torque, --load-at, --max-force, --max-torque, --stiffness, --min-stiffness.
void add_machine_options(OptionGroup& group);

/// Applies these options to a machine. Throws UsageError that names the option and a cure.
void apply_machine_options(const Arguments& arguments, Machine& machine);

/// Throws UsageError if options have removed the leg diameters or the load that a requirement of the file or the record
/// needs.
void require_ground(const std::vector<Requirement>& requirements, const Machine& machine);

}  // namespace hexscan
