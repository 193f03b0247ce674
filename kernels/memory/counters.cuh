#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "atomics": how many of `count` words are odd, counted in one place.
namespace hexscan::memory {

HEXSCAN_HD_INLINE bool is_counted(std::uint32_t word) { return (word & 1U) != 0; }

#if defined(__CUDACC__)

inline constexpr int count_block = 256;

/// One atomic per thread that counts. The address is the lane's own to compute, as far as the compiler can tell, so it
/// cannot gather a warp's atomics into one, as it does with a plain atomicAdd(counter, 1).
static __global__ void __launch_bounds__(count_block)
    count_by_thread(const std::uint32_t* words, unsigned* counter, unsigned zero) {
    if (is_counted(words[global_thread()])) atomicAdd(counter + (threadIdx.x & zero), 1U);
}

/// The same as one would write it.
static __global__ void __launch_bounds__(count_block) count_as_written(const std::uint32_t* words, unsigned* counter) {
    if (is_counted(words[global_thread()])) atomicAdd(counter, 1U);
}

/// One atomic per warp: a vote counts its lanes.
static __global__ void __launch_bounds__(count_block) count_by_warp(const std::uint32_t* words, unsigned* counter) {
    const unsigned odd = __ballot_sync(all_lanes, is_counted(words[global_thread()]));
    if (threadIdx.x % warp_size == 0) atomicAdd(counter, static_cast<unsigned>(__popc(odd)));
}

/// One atomic per block: warps meet in shared memory first.
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
