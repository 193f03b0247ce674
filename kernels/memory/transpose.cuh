#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "transpose": blocks of 32 x 8 threads move tiles of 32 x 32 words.
namespace hexscan::memory {

inline constexpr int tile = 32;
inline constexpr int tile_rows = 8;

/// The expected word `word` of the transposed matrix of `size` x `size`.
struct TransposeResult {
    std::uint32_t size;

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t word) const {
        return word_value(word % size * size + word / size);
    }
};

#if defined(__CUDACC__)

__device__ __forceinline__ std::size_t tile_word(unsigned block_x, unsigned block_y, unsigned row, unsigned column,
                                                 unsigned size) {
    return std::size_t{block_y * tile + row} * size + block_x * tile + column;
}

/// Copies the matrix with the same blocks. The extra time of a transpose is the cost of transposing.
/// Grid: (size / 32)^2. Block: 32 x 8. No shared memory. A thread copies 4 words.
static __global__ void copy_matrix(const std::uint32_t* __restrict__ in, std::uint32_t* __restrict__ out,
                                   unsigned size) {
#pragma unroll
    for (unsigned first = 0; first < tile; first += tile_rows) {
        const unsigned row = first + threadIdx.y;
        const std::size_t word = tile_word(blockIdx.x, blockIdx.y, row, threadIdx.x, size);
        out[word] = in[word];
    }
}

/// Reads rows and writes columns: the lanes of a warp store into different rows.
/// Grid: (size / 32)^2. Block: 32 x 8. No shared memory. A thread moves 4 words.
static __global__ void transpose_naive(const std::uint32_t* __restrict__ in, std::uint32_t* __restrict__ out,
                                       unsigned size) {
#pragma unroll
    for (unsigned first = 0; first < tile; first += tile_rows) {
        const unsigned row = first + threadIdx.y;
        out[tile_word(blockIdx.y, blockIdx.x, threadIdx.x, row, size)] =
            in[tile_word(blockIdx.x, blockIdx.y, row, threadIdx.x, size)];
    }
}

/// Reads and writes rows. It transposes in shared memory, whose rows are `tile + padding` words long. Grid: (size /
/// 32)^2. Block: 32 x 8. Shared memory: one tile. A thread moves 4 words.
template <int padding>
__global__ void transpose_tiled(const std::uint32_t* __restrict__ in, std::uint32_t* __restrict__ out, unsigned size) {
    __shared__ std::uint32_t turned_tile[tile][tile + padding];
#pragma unroll
    for (unsigned first = 0; first < tile; first += tile_rows) {
        const unsigned row = first + threadIdx.y;
        turned_tile[row][threadIdx.x] = in[tile_word(blockIdx.x, blockIdx.y, row, threadIdx.x, size)];
    }
    __syncthreads();
#pragma unroll
    for (unsigned first = 0; first < tile; first += tile_rows) {
        const unsigned row = first + threadIdx.y;
        out[tile_word(blockIdx.y, blockIdx.x, row, threadIdx.x, size)] = turned_tile[threadIdx.x][row];
    }
}

#endif

}  // namespace hexscan::memory
