#pragma once

#include <cstdint>

namespace hexscan {

/// A kernel's report about a row: all its points have the value 0 (`zeros`), it has other values (`numbers`), or the
/// host must compute it (`undecided`).
enum class RowMark : std::uint8_t { zeros, numbers, undecided };

}  // namespace hexscan
