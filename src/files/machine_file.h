#pragma once

#include "src/files/platform_document.h"
#include "src/machine/description/machine_description.h"

namespace hexscan {

/// What a platform file says of its machine, and what it asks of the legs together, beside them or in its scan. Throws
/// InputError naming file, line, key and what is allowed; numbers are whatever stands there.
MachineDescription read_description(const PlatformDocument& document);

/// A list of three numbers; `what` is what they are.
Vector read_vector(const Value& value, const char* what);

/// One number for all legs, or a list of six.
PerLeg read_per_leg(const Value& value);

/// The machine that a platform file describes. Throws InputError naming file, line, key and what is allowed.
Machine read_machine(const PlatformDocument& document);

}  // namespace hexscan
