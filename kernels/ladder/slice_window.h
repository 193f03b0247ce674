#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/host_device.h"

namespace hexscan {

/// The row and the slice of the plan at which a launch begins, and the volume that receives its verdicts. The first
/// byte of the whole volume is `verdicts`: it has rows of `row_bytes` bytes, slice after slice.
struct SliceWindow {
    std::uint8_t* verdicts;
    std::size_t row_bytes;
    int first_row;
    int first_slice;
};

/// The address of the verdicts of row `row` in slice `slice`. Every slice has `rows` rows.
HEXSCAN_HD_INLINE std::uint8_t* verdict_row(const SliceWindow& window, int rows, int row, int slice) {
    return window.verdicts +
           (static_cast<std::size_t>(slice) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row)) *
               window.row_bytes;
}

}  // namespace hexscan
