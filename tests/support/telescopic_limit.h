#pragma once

#include <cstddef>

#include "kernels/telescopic_limits.h"
#include "src/machine/limit_table.h"

namespace hexscan_test {

/// The leg of a limit of a machine with telescopic legs, and which of the leg's limits it is.
inline std::size_t leg_of(hexscan::LimitId limit) {
    return static_cast<std::size_t>(hexscan::leg_of_limit(static_cast<int>(limit)));
}
inline hexscan::LegLimit which_of(hexscan::LimitId limit) { return hexscan::which_limit(static_cast<int>(limit)); }

}  // namespace hexscan_test
