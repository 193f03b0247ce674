#pragma once

#include <cstdint>
#include <string>

#include "src/sweep/designs.h"

namespace hexscan {

/// Machine `number` of the sweep as a platform file of its own, with the sweep's scan and requirements: scanned, it is
/// to the last bit what the sweep measured. Throws DescriptionError where no machine can be built of its numbers.
std::string platform_file_of(const SweepFile& sweep, const Designs& designs, std::int64_t number);

}  // namespace hexscan
