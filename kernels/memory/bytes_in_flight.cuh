#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "in-flight": threads add arrays. A thread requests 4, 8 or 16 bytes at a time (a packet). It requests one or
/// several packets before it uses the first.
namespace hexscan::memory {

/// The expected element i of the sum of `arrays` arrays. All of them hold small_value(i).
struct ArraySum {
    int arrays;
    HEXSCAN_HD_INLINE float operator()(std::uint32_t i) const { return static_cast<float>(arrays) * small_value(i); }
};

/// The word after `place` in a chain of words. Each word of the chain contains the index of the next word. The chain
/// visits all words of an array of 2^k (a linear congruential generator of full period, by Hull and Dobell's theorem),
/// and neighbours in the chain lie far apart.
HEXSCAN_HD_INLINE std::uint32_t next_in_chain(std::uint32_t place, std::uint32_t words) {
    return (place * 1664525U + 1013904223U) & (words - 1);
}

#if defined(__CUDACC__)

/// The floats that one instruction loads or stores.
template <int bytes>
struct alignas(bytes) Packet {
    static constexpr int floats = bytes / static_cast<int>(sizeof(float));
    float values[floats];
};

template <int bytes, int arrays>
struct SummedArrays {
    const Packet<bytes>* from[arrays];
};

/// Grid: packets / (block * packets_per_thread). Block: any. No shared memory. A thread requests all its packets before
/// it needs the first. Its packets are a block apart, so that those of a warp are neighbours.
template <int bytes, int arrays, int packets_per_thread>
__global__ void sum_arrays(SummedArrays<bytes, arrays> arrays_read, Packet<bytes>* sums) {
    const std::uint32_t first = blockIdx.x * blockDim.x * packets_per_thread + threadIdx.x;
    Packet<bytes> read[packets_per_thread][arrays];
    HEXSCAN_UNROLL
    for (int k = 0; k < packets_per_thread; ++k) {
        HEXSCAN_UNROLL
        for (int a = 0; a < arrays; ++a) read[k][a] = arrays_read.from[a][first + k * blockDim.x];
    }
    HEXSCAN_UNROLL
    for (int k = 0; k < packets_per_thread; ++k) {
        Packet<bytes> sum = read[k][0];
        HEXSCAN_UNROLL
        for (int a = 1; a < arrays; ++a) {
            HEXSCAN_UNROLL
            for (int i = 0; i < sum.floats; ++i) sum.values[i] += read[k][a].values[i];
        }
        sums[first + k * blockDim.x] = sum;
    }
}

/// Writes the chain. Grid: any. Block: any. No shared memory. A thread writes every (grid size)-th word.
static __global__ void fill_chain(std::uint32_t* chain, std::uint32_t words) {
    for (std::uint32_t i = global_thread(); i < words; i += gridDim.x * blockDim.x) chain[i] = next_in_chain(i, words);
}

/// Grid: 1. Block: 1. No shared memory. The thread follows the chain: it cannot request a word before it has the
/// previous word.
static __global__ void follow_chain(const std::uint32_t* chain, std::uint32_t place, int steps, std::uint32_t* end,
                                    long long* clocks) {
    const long long start = clock64();
    for (int step = 0; step < steps; ++step) place = load<Path::past_l1>(chain + place);
    *clocks = clock64() - start;
    *end = place;
}

#endif

}  // namespace hexscan::memory
