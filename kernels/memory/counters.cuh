#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "atomics": counts the odd words of an array in one counter.
namespace hexscan::memory {

HEXSCAN_HD_INLINE bool is_counted(std::uint32_t word) { return (word & 1U) != 0; }

#if defined(__CUDACC__)

inline constexpr int count_block = 256;

/// Uses one atomic for each thread that finds an odd word. `zero` is 0, but the compiler must assume that each lane
/// computes its own address. So it cannot merge a warp's atomics into one, as it merges those of count_as_written().
/// Grid: words / 256. Block: 256. No shared memory. A thread tests one word.
static __global__ void __launch_bounds__(count_block)
    count_by_thread(const std::uint32_t* words, unsigned* counter, unsigned zero) {
    if (is_counted(words[global_thread()])) atomicAdd(counter + (threadIdx.x & zero), 1U);
}

/// Uses plain atomicAdd, as most programmers would write it. Grid: words / 256. Block: 256. No shared memory. A thread
/// tests one word.
static __global__ void __launch_bounds__(count_block) count_as_written(const std::uint32_t* words, unsigned* counter) {
    if (is_counted(words[global_thread()])) atomicAdd(counter, 1U);
}

/// Uses one atomic per warp: a vote counts the lanes that found an odd word. Grid: words / 256. Block: 256. No shared
/// memory. A thread tests one word.
static __global__ void __launch_bounds__(count_block) count_by_warp(const std::uint32_t* words, unsigned* counter) {
    const unsigned odd = __ballot_sync(all_lanes, is_counted(words[global_thread()]));
    if (threadIdx.x % warp_size == 0) atomicAdd(counter, static_cast<unsigned>(__popc(odd)));
}

/// Uses one atomic per block: its warps first add their counts in shared memory. Grid: words / 256. Block: 256. Shared
/// memory: 4 B. A thread tests one word.
static __global__ void __launch_bounds__(count_block) count_by_block(const std::uint32_t* words, unsigned* counter) {
    __shared__ unsigned of_block;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    const unsigned odd = __ballot_sync(all_lanes, is_counted(words[global_thread()]));
    if (threadIdx.x % warp_size == 0) atomicAdd(&of_block, static_cast<unsigned>(__popc(odd)));
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(counter, of_block);
}

#endif

}  // namespace hexscan::memory
