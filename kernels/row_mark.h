#pragma once

#include <cstdint>

namespace hexscan {

/// What a kernel tells the host of a row: that the number of all its points is 0, that it has numbers, or that the host
/// is to find them.
enum class RowMark : std::uint8_t { zeros, numbers, undecided };

}  // namespace hexscan
