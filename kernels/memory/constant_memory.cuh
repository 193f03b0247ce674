#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "constant": lanes of a warp read one or several words of constant memory.
namespace hexscan::memory {

inline constexpr int constant_words = 1024;
inline constexpr int constant_threads = 1024;
inline constexpr int constant_loads = 512;  ///< per thread, each one word further

/// The expected result of a thread if the warp's lanes read `distinct` different words that lie `apart` words from each
/// other.
struct ConstantResult {
    int distinct;
    int apart;

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t thread) const {
        const std::uint32_t first = thread % static_cast<std::uint32_t>(distinct) * static_cast<std::uint32_t>(apart);
        std::uint32_t all = 0;
        for (std::uint32_t k = 0; k < constant_loads; ++k) all += word_value((first + k) % constant_words);
        return all;
    }
};

#if defined(__CUDACC__)

static __constant__ std::uint32_t constant_table[constant_words];

struct FromConstant {
    static __device__ __forceinline__ std::uint32_t read(const std::uint32_t*, unsigned word) {
        return constant_table[word];
    }
};
struct FromGlobal {
    static __device__ __forceinline__ std::uint32_t read(const std::uint32_t* table, unsigned word) {
        return load<Path::through_l1>(table + word);
    }
};

/// Grid: 1. Block: 1024. No shared memory. A thread reads 512 words; `clocks` receives the cycles of all loads.
template <class From>
__global__ void __launch_bounds__(constant_threads)
    read_table(const std::uint32_t* table, int distinct, int apart, std::uint32_t* results, long long* clocks) {
    const unsigned first = threadIdx.x % static_cast<unsigned>(distinct) * static_cast<unsigned>(apart);
    __syncthreads();
    const long long start = clock64();
    std::uint32_t all = 0;
#pragma unroll 8
    for (unsigned k = 0; k < constant_loads; ++k) all += From::read(table, (first + k) % constant_words);
    __syncthreads();
    if (threadIdx.x == 0) *clocks = clock64() - start;
    results[threadIdx.x] = all;
}

#endif

}  // namespace hexscan::memory
