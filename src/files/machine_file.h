#pragma once

#include "src/files/platform_document.h"
#include "src/machine/description/machine_description.h"

namespace hexscan {

/// What a platform file says of its machine: the keys name, units, base, platform, legs, home and
/// orientation_order. Throws InputError naming
/// file, line, key and what is allowed; numbers are whatever stands there.
MachineDescription read_description(const PlatformDocument& document);

/// One number for all legs, or a list of six.
PerLeg read_per_leg(const Value& value);

/// The machine that a platform file describes. Throws InputError naming file, line, key and what is allowed.
Machine read_machine(const PlatformDocument& document);

}  // namespace hexscan
