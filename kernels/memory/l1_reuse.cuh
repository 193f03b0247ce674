#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "l1": every thread reads `width` consecutive words from its own on. So neighbouring threads share words.
namespace hexscan::memory {

/// The expected result of thread i; threads beyond the end of the array wrap around.
template <int width>
struct NeighbourResult {
    std::uint32_t words;  ///< a power of two

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t i) const {
        std::uint32_t all = 0;
        for (int k = 0; k < width; ++k)
            all ^= turned(word_value((i + static_cast<std::uint32_t>(k)) & (words - 1U)), k);
        return all;
    }
};

#if defined(__CUDACC__)

/// Grid: any. Block: any. No shared memory. A thread computes every (grid size)-th result.
template <Path path, int width>
__global__ void read_neighbours(const std::uint32_t* array, std::uint32_t words, std::uint32_t passes,
                                std::uint32_t* results) {
    const std::uint32_t threads = gridDim.x * blockDim.x;
#pragma unroll 1
    for (std::uint32_t i = global_thread(); i < passes * words; i += threads) {
        std::uint32_t value[width];
#pragma unroll
        for (int k = 0; k < width; ++k)
            value[k] = load<path>(array + ((i + static_cast<std::uint32_t>(k)) & (words - 1U)));
        std::uint32_t all = 0;
#pragma unroll
        for (int k = 0; k < width; ++k) all ^= turned(value[k], k);
        results[i & (words - 1U)] = all;
    }
}

#endif

}  // namespace hexscan::memory
