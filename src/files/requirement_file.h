#pragma once

#include <vector>

#include "src/check/requirement.h"
#include "src/files/platform_document.h"
#include "src/machine/machine.h"

/// The key `requirements` of a platform file.
namespace hexscan {

/// The requirements of a platform file; the files of poses that they name are not read yet (with_file_read). What a box
/// leaves out is as at home, 0 where the file has no home. Angles and coordinates are a rounding wider than written, so
/// that none of what was meant is left out. Throws InputError naming file, line, key and what is allowed.
std::vector<Requirement> read_requirements(const PlatformDocument& document, const Machine& machine);

}  // namespace hexscan
