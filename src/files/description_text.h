#pragma once

#include <string>

#include "src/machine/description/machine_description.h"

namespace hexscan {

/// The description as YAML for a machine file. It has all keys that describe the machine, and none of the keys scan,
/// connected and requirements. Every number reads back the same.
std::string description_text(const MachineDescription& description);

}  // namespace hexscan
