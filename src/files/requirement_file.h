#pragma once

#include <vector>

#include "src/check/requirement.h"
#include "src/files/platform_document.h"
#include "src/machine/machine.h"

/// The key `requirements` of a machine file.
namespace hexscan {

/// Reads the requirements of a machine file. The files of poses that they name are not read yet (with_file_read). A
/// box takes coordinates that it leaves out from home, or 0 if the file has no home. Angles and coordinates are widened
/// by their rounding, so that no intended pose is left out. Throws InputError naming file, line, key and what is
/// allowed.
std::vector<Requirement> read_requirements(const PlatformDocument& document, const Machine& machine);

}  // namespace hexscan
