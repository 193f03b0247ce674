#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "pitch": a block reads a row; rows begin `pitch` words apart.
namespace hexscan::memory {

inline constexpr int row_block = 256;

/// The exclusive or of row `row` of `columns` words, turned by lane.
struct RowResult {
    std::uint32_t columns, pitch;

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t row) const {
        std::uint32_t all = 0;
        for (std::uint32_t column = 0; column < columns; ++column)
            all ^= turned(word_value(row * pitch + column), static_cast<int>(column % 32U));
        return all;
    }
};

#if defined(__CUDACC__)

template <Path path>
__global__ void __launch_bounds__(row_block)
    read_rows(const std::uint32_t* words, std::uint32_t columns, std::uint32_t pitch, std::uint32_t rows_in_array,
              std::uint32_t* results) {
    __shared__ std::uint32_t of_warp[row_block / 32];
    const std::uint32_t* const row = words + std::size_t{blockIdx.x % rows_in_array} * pitch;
    const auto lane = static_cast<int>(threadIdx.x % 32U);
    std::uint32_t all = 0;
#pragma unroll 4
    for (std::uint32_t column = threadIdx.x; column < columns; column += row_block)
        all ^= turned(load<path>(row + column), lane);
    all = warp_xor(all);
    if (lane == 0) of_warp[threadIdx.x / 32U] = all;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int warp = 1; warp < row_block / 32; ++warp) all ^= of_warp[warp];
        results[blockIdx.x] = all;
    }
}

#endif

}  // namespace hexscan::memory
