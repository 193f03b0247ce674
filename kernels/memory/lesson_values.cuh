#pragma once

#include <cstdint>

#include "kernels/host_device.h"
#include "kernels/warp.h"

/// What the lessons of hexscan memory share: arrays whose content is known without reading them, and the loads that
/// take one path or the other.
namespace hexscan::memory {

/// What word `index` of every lesson's array holds: bits that neighbours do not share (the finaliser of MurmurHash3,
/// A. Appleby, public domain). So a result can be checked without a second array.
HEXSCAN_HD_INLINE std::uint32_t word_value(std::uint32_t index) {
    std::uint32_t bits = index + 0x9e3779b9U;
    bits = (bits ^ (bits >> 16)) * 0x85ebca6bU;
    bits = (bits ^ (bits >> 13)) * 0xc2b2ae35U;
    return bits ^ (bits >> 16);
}

/// The array's own content as an expectation.
struct KnownWord {
    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t index) const { return word_value(index); }
};

/// The same as a small whole number of 0 ... 255, of which sums and products stay exact in a float.
HEXSCAN_HD_INLINE float small_value(std::uint32_t index) { return static_cast<float>(word_value(index) & 255U); }

/// The bits turned by the lane, so that an exclusive or over a warp knows who read what.
HEXSCAN_HD_INLINE std::uint32_t turned(std::uint32_t bits, int lane) {
    return lane == 0 ? bits : bits << lane | bits >> (32 - lane);
}

#if defined(__CUDACC__)

/// The path of a load from global memory.
enum class Path {
    through_l1,  ///< ld.global.ca: a sector that L1 holds is not asked for again
    past_l1      ///< ld.global.cg: every request goes to L2
};

template <Path path, class T>
__device__ __forceinline__ T load(const T* address) {
    return path == Path::through_l1 ? __ldca(address) : __ldcg(address);
}

/// This thread's number in the grid.
__device__ __forceinline__ std::uint32_t global_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// The exclusive or over all lanes of a warp, in every lane.
__device__ __forceinline__ std::uint32_t warp_xor(std::uint32_t bits) {
    for (int apart = warp_size / 2; apart > 0; apart /= 2) bits ^= __shfl_xor_sync(all_lanes, bits, apart);
    return bits;
}

static __global__ void fill_words(std::uint32_t* words, std::uint32_t count) {
    for (std::uint32_t i = global_thread(); i < count; i += gridDim.x * blockDim.x) words[i] = word_value(i);
}

static __global__ void fill_small(float* values, std::uint32_t count) {
    for (std::uint32_t i = global_thread(); i < count; i += gridDim.x * blockDim.x) values[i] = small_value(i);
}

/// Counts the i of `count` where got[i] is not expected(i); NaN is not expected.
template <class T, class Expected>
__global__ void count_wrong(const T* got, std::uint32_t count, Expected expected, unsigned long long* wrong) {
    for (std::uint32_t i = global_thread(); i < count; i += gridDim.x * blockDim.x)
        if (!(got[i] == expected(i))) atomicAdd(wrong, 1ULL);
}

#endif

}  // namespace hexscan::memory
