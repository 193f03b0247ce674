#pragma once

#include <string>

#include "src/files/platform_document.h"
#include "src/machine/description/machine_description.h"

namespace hexscan {

/// The platform file of another machine, with everything that the document says beside its machine.
std::string changed_text(const PlatformDocument& document, const MachineDescription& description);

}  // namespace hexscan
