#pragma once

#include <cstdint>

namespace hexscan {

/// A kernel's report on a row: all its points have the value 0, or the row has other values, or the host must compute
/// it.
enum class RowMark : std::uint8_t { zeros, numbers, undecided };

}  // namespace hexscan
