#pragma once

#include "src/files/platform_document.h"
#include "src/machine/description/machine_description.h"

namespace hexscan {

/// Reads the machine from its file, including the limits on legs that may be in `scan` (shared_limit_keys.h). Does not
/// check whether a machine can have these numbers; read_machine() does. Throws InputError naming file, line, key and
/// what is allowed.
MachineDescription read_description(const PlatformDocument& document);

/// Reads a list of three numbers; `what` names them in errors.
Vector read_vector(const Value& value, const char* what);

/// Reads one number for all legs, or a list of six.
PerLeg read_per_leg(const Value& value);

/// True if the file gives home as a pose. Otherwise home is the pose where all legs are at their middle, if there is
/// one.
bool gives_home_pose(const PlatformDocument& document);

/// The machine that a machine file describes. Throws InputError naming file, line, key and what is allowed.
Machine read_machine(const PlatformDocument& document);

}  // namespace hexscan
