#pragma once

#include <cstdint>

#include "src/row_extent.h"

namespace hexscan {

/// Rows one block of the radius kernel reduces: one warp each.
inline constexpr int radius_rows_per_block = 8;

/// The published HexapodKernel: from verdict bytes to what the radii need of every row. One warp per row;
/// launch with blocks of 32 x radius_rows_per_block threads over `rows` rows of all slices together.
/// `axis_column` is the first column with x >= 0. The host ends it with the minimum enclosing circle.
__global__ void hexapod_radius_kernel(const std::uint8_t* verdicts, std::int64_t rows, int columns, int axis_column,
                                      RowExtent* extents) {
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * radius_rows_per_block + threadIdx.y;
    if (row >= rows) return;
    const std::uint8_t* const verdict = verdicts + row * columns;
    constexpr int nowhere = 0x7FFFFFFF;
    int first = nowhere, last = -1, reachable = 0, unreachable_below = -1, unreachable_from = nowhere;
    for (int column = static_cast<int>(threadIdx.x); column < columns; column += warpSize) {
        if (verdict[column] != 0) {
            first = min(first, column);
            last = max(last, column);
            ++reachable;
        } else if (column < axis_column) {
            unreachable_below = max(unreachable_below, column);
        } else {
            unreachable_from = min(unreachable_from, column);
        }
    }
    for (int lane = warpSize / 2; lane > 0; lane /= 2) {
        first = min(first, __shfl_down_sync(0xFFFFFFFFU, first, lane));
        last = max(last, __shfl_down_sync(0xFFFFFFFFU, last, lane));
        reachable += __shfl_down_sync(0xFFFFFFFFU, reachable, lane);
        unreachable_below = max(unreachable_below, __shfl_down_sync(0xFFFFFFFFU, unreachable_below, lane));
        unreachable_from = min(unreachable_from, __shfl_down_sync(0xFFFFFFFFU, unreachable_from, lane));
    }
    if (threadIdx.x == 0)
        extents[row] = {first == nowhere ? -1 : first, last, reachable, unreachable_below,
                        unreachable_from == nowhere ? -1 : unreachable_from};
}

}  // namespace hexscan
