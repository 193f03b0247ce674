#pragma once

#include "src/machine/machine.h"
#include "src/machine/platform_document.h"

namespace hexscan {

/// The machine that a platform file describes: the keys name, units, base, platform, legs and home. Throws InputError
/// naming file, line, key and what is allowed.
Machine read_machine(const PlatformDocument& document);

}  // namespace hexscan
