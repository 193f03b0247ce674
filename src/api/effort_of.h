#pragma once

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/effort.h"

namespace hexscan {

/// The effort that a caller requests. Throws UsageError if it is out of range.
inline Effort effort_of(int times) {
    if (times < 1 || times > Effort::most)
        throw UsageError(fmt::format("effort: is {}; must be from 1 to {}", times, Effort::most));
    return Effort(times);
}

}  // namespace hexscan
