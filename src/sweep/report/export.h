#pragma once

#include <cstdint>
#include <string>

#include "src/sweep/designs.h"

namespace hexscan {

/// Machine `number` of the sweep as the text of a machine file, with the sweep's scan and requirements. A scan of this
/// file gives the same figures as the sweep, to the last bit. Throws DescriptionError if no machine can be built from
/// its numbers.
std::string platform_file_of(const SweepFile& sweep, const Designs& designs, std::int64_t number);

}  // namespace hexscan
