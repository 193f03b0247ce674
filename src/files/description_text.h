#pragma once

#include <string>

#include "src/machine/description/machine_description.h"

namespace hexscan {

/// The description as YAML for a machine file, with the keys name, units, base, platform, legs, home and
/// orientation_order. Every number reads back the same.
std::string description_text(const MachineDescription& description);

}  // namespace hexscan
