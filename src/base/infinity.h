#pragma once

#include <limits>

namespace hexscan {

/// The bound of a quantity that has no limit.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace hexscan
