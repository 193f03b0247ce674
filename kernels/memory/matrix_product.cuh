#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "product": C = A B, one element of C per thread. The elements are small whole numbers. So every partial sum
/// is exact in single precision, and all kernels must give the same bits.
namespace hexscan::memory {

inline constexpr int product_tile = 32;

/// Element `index` of A and of B: -4 ... 3.
HEXSCAN_HD_INLINE float factor_value(std::uint32_t index) { return static_cast<float>(word_value(index) & 7U) - 4.0F; }

#if defined(__CUDACC__)

/// Grid: any. Block: any. No shared memory. A thread writes every (grid size)-th element.
static __global__ void fill_factors(float* a, std::uint32_t count) {
    for (std::uint32_t i = global_thread(); i < count; i += gridDim.x * blockDim.x) a[i] = factor_value(i);
}

/// Reads a row of A and a column of B for every element, directly from global memory.
/// Grid: (size / 32)^2. Block: 32 x 32. No shared memory. A thread computes one element of C.
static __global__ void __launch_bounds__(product_tile* product_tile)
    multiply_naive(const float* a, const float* b, float* c, unsigned size) {
    const unsigned column = blockIdx.x * product_tile + threadIdx.x;
    const unsigned row = blockIdx.y * product_tile + threadIdx.y;
    float sum = 0;
    for (unsigned k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + column];
    c[row * size + column] = sum;
}

/// Reads tiles of A and B through shared memory: a block fetches every word once and uses it 32 times.
/// Grid: (size / 32)^2. Block: 32 x 32. Shared memory: 8 KiB. A thread computes one element of C.
static __global__ void __launch_bounds__(product_tile* product_tile)
    multiply_tiled(const float* a, const float* b, float* c, unsigned size) {
    __shared__ float a_tile[product_tile][product_tile];
    __shared__ float b_tile[product_tile][product_tile];
    const unsigned column = blockIdx.x * product_tile + threadIdx.x;
    const unsigned row = blockIdx.y * product_tile + threadIdx.y;
    float sum = 0;
    for (unsigned first = 0; first < size; first += product_tile) {
        a_tile[threadIdx.y][threadIdx.x] = a[row * size + first + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * size + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < product_tile; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        __syncthreads();
    }
    c[row * size + column] = sum;
}

#endif

}  // namespace hexscan::memory
