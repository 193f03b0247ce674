#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "banks": 32 warps of one block read shared memory as fast as it can deliver.
namespace hexscan::memory {

inline constexpr int bank_threads = 1024;
inline constexpr int bank_rounds = 64;
inline constexpr int bank_loads = 8;  ///< in flight per round
/// Bytes of the array. They suffice for lanes that are up to 33 words or 32 double words apart, and for the loads of a
/// round, each of which is one word further.
inline constexpr int bank_array_bytes = (warp_size * 32 + bank_loads) * 8;

/// Says which words the lanes of every warp read.
struct BankAccess {
    int stride;                    ///< in words of `bytes` bytes
    int bytes;                     ///< 4 or 8
    int lanes_per_word;            ///< number of neighbours that read the same word
    bool evens_then_odds = false;  ///< The first half of the warp reads the even words, the second half the odd ones.

    HEXSCAN_HD_INLINE int word(int lane) const {
        if (evens_then_odds) return lane < warp_size / 2 ? 2 * lane : 2 * (lane - warp_size / 2) + 1;
        return lane / lanes_per_word * stride;
    }
};

/// The expected result of every thread of the block; all warps have the same results.
struct BankResult {
    BankAccess access;

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t thread) const {
        const int first = access.word(static_cast<int>(thread % warp_size));
        std::uint32_t all = 0;
        for (int k = 0; k < bank_loads; ++k) {
            const auto word = static_cast<std::uint32_t>((first + k) * (access.bytes / 4));
            all += word_value(word);
            if (access.bytes == 8) all += word_value(word + 1);
        }
        return all * bank_rounds;
    }
};

#if defined(__CUDACC__)

/// Loads that the compiler may neither move out of the loop nor merge.
__device__ __forceinline__ std::uint32_t read_shared(unsigned address, std::uint32_t) {
    std::uint32_t value;
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(value) : "r"(address));
    return value;
}
__device__ __forceinline__ std::uint32_t read_shared(unsigned address, std::uint64_t) {
    std::uint32_t low, high;
    asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(low), "=r"(high) : "r"(address));
    return low + high;
}

/// Grid: 1. Block: 1024. Shared memory: the array. A thread reads 8 words per round; `clocks` receives the cycles of
/// all loads.
template <class Word>
__global__ void __launch_bounds__(bank_threads)
    read_banks(BankAccess access, std::uint32_t* results, long long* clocks) {
    __shared__ __align__(8) std::uint32_t array[bank_array_bytes / 4];
    for (std::uint32_t i = threadIdx.x; i < bank_array_bytes / 4; i += bank_threads) array[i] = word_value(i);
    const auto word = static_cast<unsigned>(access.word(static_cast<int>(threadIdx.x % warp_size)));
    const unsigned mine =
        static_cast<unsigned>(__cvta_generic_to_shared(array)) + word * static_cast<unsigned>(sizeof(Word));
    __syncthreads();
    const long long start = clock64();
    std::uint32_t all = 0;
#pragma unroll 1
    for (int round = 0; round < bank_rounds; ++round) {
        std::uint32_t value[bank_loads];
#pragma unroll
        for (int k = 0; k < bank_loads; ++k) value[k] = read_shared(mine + k * sizeof(Word), Word{});
#pragma unroll
        for (int k = 0; k < bank_loads; ++k) all += value[k];
    }
    __syncthreads();
    if (threadIdx.x == 0) *clocks = clock64() - start;
    results[threadIdx.x] = all;
}

#endif

}  // namespace hexscan::memory
