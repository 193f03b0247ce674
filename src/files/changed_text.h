#pragma once

#include <string>

#include "src/files/platform_document.h"
#include "src/machine/description/machine_description.h"

namespace hexscan {

/// A machine file for another machine, with all keys of the document that do not describe its machine.
std::string changed_text(const PlatformDocument& document, const MachineDescription& description);

}  // namespace hexscan
