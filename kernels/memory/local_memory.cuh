#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"
#include "kernels/resident_blocks.h"

/// Lesson "local": a thread keeps 48 words in registers, spilled from registers, or in an array whose index is known
/// only at run time.
namespace hexscan::memory {

inline constexpr int kept_words = 48;
inline constexpr int local_rounds = 32;
inline constexpr int local_block = 256;

/// One step of a round: combines a word with another word of the same thread.
HEXSCAN_HD_INLINE std::uint32_t mixed(std::uint32_t mine, std::uint32_t neighbour) {
    return mine * 0x9e3779b1U + neighbour;
}

/// Computes the expected result of thread i.
struct LocalResult {
    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t i) const {
        std::uint32_t word[kept_words];
        for (int k = 0; k < kept_words; ++k) word[k] = word_value(i + static_cast<std::uint32_t>(k));
        for (int round = 0; round < local_rounds; ++round)
            for (int k = 0; k < kept_words; ++k) word[k] = mixed(word[k], word[(k + 7) % kept_words]);
        std::uint32_t all = 0;
        for (int k = 0; k < kept_words; ++k) all ^= word[k];
        return all;
    }
};

#if defined(__CUDACC__)

__device__ __forceinline__ std::uint32_t mix_in_registers() {
    const std::uint32_t i = global_thread();
    std::uint32_t word[kept_words];
#pragma unroll
    for (int k = 0; k < kept_words; ++k) word[k] = word_value(i + static_cast<std::uint32_t>(k));
#pragma unroll 1
    for (int round = 0; round < local_rounds; ++round) {
#pragma unroll
        for (int k = 0; k < kept_words; ++k) word[k] = mixed(word[k], word[(k + 7) % kept_words]);
    }
    std::uint32_t all = 0;
#pragma unroll
    for (int k = 0; k < kept_words; ++k) all ^= word[k];
    return all;
}

/// Keeps all words in registers. Grid: threads / 256. Block: 256. No shared memory. A thread computes one result.
static __global__ void __launch_bounds__(local_block) mix_kept(std::uint32_t* results) {
    results[global_thread()] = mix_in_registers();
}

// Before CUDA 12.4, a limit on registers can only be given as a number of blocks. Eight blocks of 256 threads leave 32
// registers per thread. If eight blocks do not fit on a multiprocessor, more registers are left.
#if CUDART_VERSION >= 12040
#define HEXSCAN_REGISTERS_OF_SPILLED __maxnreg__(32)
#else
#define HEXSCAN_REGISTERS_OF_SPILLED __launch_bounds__(local_block, resident_blocks(8, local_block))
#endif

/// Limits a thread to 32 registers, so that the rest spills.
/// Grid: threads / 256. Block: 256. No shared memory. A thread computes one result.
static __global__ void HEXSCAN_REGISTERS_OF_SPILLED mix_spilled(std::uint32_t* results) {
    results[global_thread()] = mix_in_registers();
}

/// Indexes the array by a value that is known only at run time. Registers have no address, so the array lies in local
/// memory. Grid: threads / 256. Block: 256. No shared memory. A thread computes one result.
static __global__ void __launch_bounds__(local_block) mix_indexed(std::uint32_t* results, int step) {
    const std::uint32_t i = global_thread();
    std::uint32_t word[kept_words];
    for (int k = 0; k < kept_words; k += step) word[k] = word_value(i + static_cast<std::uint32_t>(k));
#pragma unroll 1
    for (int round = 0; round < local_rounds; ++round)
#pragma unroll 1
        for (int k = 0; k < kept_words; k += step) word[k] = mixed(word[k], word[(k + 7) % kept_words]);
    std::uint32_t all = 0;
    for (int k = 0; k < kept_words; k += step) all ^= word[k];
    results[i] = all;
}

#endif

}  // namespace hexscan::memory
