#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "pitch": a warp reads a row. The rows begin `pitch` words apart.
namespace hexscan::memory {

inline constexpr int row_block = 256;

/// The expected exclusive or of row `row` of `columns` words, each rotated by the number of its lane.
struct RowResult {
    std::uint32_t columns, pitch;

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t row) const {
        std::uint32_t all = 0;
        for (std::uint32_t column = 0; column < columns; ++column)
            all ^= turned(word_value(row * pitch + column), static_cast<int>(column % warp_size));
        return all;
    }
};

#if defined(__CUDACC__)

/// Grid: rows * 32 / 256. Block: 256. No shared memory. A thread reads every 32nd word of its warp's row.
template <Path path>
__global__ void __launch_bounds__(row_block)
    read_rows(const std::uint32_t* words, std::uint32_t columns, std::uint32_t pitch, std::uint32_t rows_in_array,
              std::uint32_t* results) {
    const std::uint32_t number = global_thread() / warp_size;
    const std::uint32_t* const row = words + std::size_t{number % rows_in_array} * pitch;
    const std::uint32_t lane = threadIdx.x % warp_size;
    std::uint32_t all = 0;
#pragma unroll 8
    for (std::uint32_t column = lane; column < columns; column += warp_size) all ^= load<path>(row + column);
    all = warp_xor(turned(all, static_cast<int>(lane)));
    if (lane == 0) results[number] = all;
}

#endif

}  // namespace hexscan::memory
