#pragma once

#include <cstdint>

namespace hexscan {

/// A kernel's report on a row: the value of all its points is 0, it has values, or the host must compute them.
enum class RowMark : std::uint8_t { zeros, numbers, undecided };

}  // namespace hexscan
