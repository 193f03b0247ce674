#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/host_device.h"

namespace hexscan {

/// The part of the plan that one launch covers, and the address of its verdicts. `verdicts` is the first byte of the
/// whole volume: rows of `row_bytes`, slice after slice.
struct SliceWindow {
    std::uint8_t* verdicts;
    std::size_t row_bytes;
    int first_row;
    int first_slice;
};

/// The verdicts of grid row `row` in `slice`.
HEXSCAN_HD_INLINE std::uint8_t* verdict_row(const SliceWindow& window, int rows, int row, int slice) {
    return window.verdicts +
           (static_cast<std::size_t>(slice) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row)) *
               window.row_bytes;
}

}  // namespace hexscan
