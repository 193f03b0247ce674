#pragma once

#include <cstdint>

#include "kernels/host_device.h"
#include "kernels/warp.h"

/// Tools that the lessons of `hexscan memory` share: arrays of known content, and loads through either cache.
namespace hexscan::memory {

/// The content of word `index` in every lesson's array. Neighbouring words look unrelated (the finaliser of
/// MurmurHash3, A. Appleby, public domain). A check computes the expected words again, so it needs no second array.
HEXSCAN_HD_INLINE std::uint32_t word_value(std::uint32_t index) {
    std::uint32_t bits = index + 0x9e3779b9U;
    bits = (bits ^ (bits >> 16)) * 0x85ebca6bU;
    bits = (bits ^ (bits >> 13)) * 0xc2b2ae35U;
    return bits ^ (bits >> 16);
}

/// The expected word `index` of a lesson that only copies the array.
struct KnownWord {
    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t index) const { return word_value(index); }
};

/// The lowest bits of the word as a whole number of 0 ... 255. Sums and products of such numbers are exact in float
/// arithmetic.
HEXSCAN_HD_INLINE float small_value(std::uint32_t index) { return static_cast<float>(word_value(index) & 255U); }

/// The word rotated by the lane's number. So a warp's exclusive or of such words depends on which lane read which word.
HEXSCAN_HD_INLINE std::uint32_t turned(std::uint32_t bits, int lane) {
    return lane == 0 ? bits : bits << lane | bits >> (32 - lane);
}

#if defined(__CUDACC__)

/// The path of a load from global memory.
enum class Path {
    through_l1,  ///< ld.global.ca: L1 serves a sector that it holds
    past_l1      ///< ld.global.cg: every request goes to L2
};

template <Path path, class T>
__device__ __forceinline__ T load(const T* address) {
    return path == Path::through_l1 ? __ldca(address) : __ldcg(address);
}

/// This thread's number in the grid.
__device__ __forceinline__ std::uint32_t global_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// The exclusive or of all lanes of a warp, in every lane.
__device__ __forceinline__ std::uint32_t warp_xor(std::uint32_t bits) {
    for (int apart = warp_size / 2; apart > 0; apart /= 2) bits ^= __shfl_xor_sync(all_lanes, bits, apart);
    return bits;
}

/// Grid: any. Block: any. No shared memory. A thread writes every (grid size)-th word.
static __global__ void fill_words(std::uint32_t* words, std::uint32_t count) {
    for (std::uint32_t i = global_thread(); i < count; i += gridDim.x * blockDim.x) words[i] = word_value(i);
}

/// Grid: any. Block: any. No shared memory. A thread writes every (grid size)-th value.
static __global__ void fill_small(float* values, std::uint32_t count) {
    for (std::uint32_t i = global_thread(); i < count; i += gridDim.x * blockDim.x) values[i] = small_value(i);
}

/// Counts the elements that differ from expected(i); NaN always differs.
/// Grid: any. Block: any. No shared memory. A thread checks every (grid size)-th element.
template <class T, class Expected>
__global__ void count_wrong(const T* got, std::uint32_t count, Expected expected, unsigned long long* wrong) {
    for (std::uint32_t i = global_thread(); i < count; i += gridDim.x * blockDim.x)
        if (!(got[i] == expected(i))) atomicAdd(wrong, 1ULL);
}

#endif

}  // namespace hexscan::memory
