#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lessons "patterns" and "strides": how a warp's requests are spread over global memory.
namespace hexscan::memory {

enum class Pattern { aligned, permuted, shifted, same_word, scattered, strided };

/// The word that lane `lane` reads in request `request`. An array has 2^k words; requests beyond its end wrap around.
template <Pattern pattern>
struct PatternAccess {
    std::uint32_t parameter;  ///< shift or stride in words
    std::uint32_t words;      ///< in the array, a power of two

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t request, int lane) const {
        const auto l = static_cast<std::uint32_t>(lane);
        const std::uint32_t first = request * warp_size;
        std::uint32_t word = first + l;
        if (pattern == Pattern::permuted) word = first + (l * 13U + 5U) % warp_size;
        if (pattern == Pattern::shifted) word += parameter;
        if (pattern == Pattern::same_word) word = first;
        // Multiplication by an odd factor visits each of 2^k words exactly once. Neighbours end up four megabytes
        // apart.
        if (pattern == Pattern::scattered) word *= 1'048'583U;
        if (pattern == Pattern::strided) word *= parameter;
        return word & (words - 1U);
    }
};

/// The number of requests that a warp has in flight at once.
inline constexpr int requests_per_warp = 8;

/// The requests of warp w: w, w + apart, w + 2 apart ... Neighbouring warps make neighbouring requests. `apart` is
/// usually the number of warps. It is slightly larger if an array is read several times, so that no warp reads the same
/// words again.
struct RequestOrder {
    std::uint32_t apart;

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t warp, int k) const {
        return warp + static_cast<std::uint32_t>(k) * apart;
    }
};

/// The expected result of warp `warp`: the exclusive or of the words of all its lanes, each rotated by the lane's
/// number.
template <Pattern pattern>
struct PatternResult {
    PatternAccess<pattern> access;
    RequestOrder order;

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t warp) const {
        std::uint32_t all = 0;
        for (int k = 0; k < requests_per_warp; ++k)
            for (int lane = 0; lane < warp_size; ++lane) all ^= turned(word_value(access(order(warp, k), lane)), lane);
        return all;
    }
};

#if defined(__CUDACC__)

/// Grid: requests / 8 * 32 / block. Block: any. No shared memory. A thread reads its lane's word of 8 requests.
template <Path path, Pattern pattern>
__global__ void read_pattern(const std::uint32_t* words, PatternAccess<pattern> access, RequestOrder order,
                             std::uint32_t* results) {
    const std::uint32_t warp = global_thread() / warp_size;
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    std::uint32_t value[requests_per_warp];
#pragma unroll
    for (int k = 0; k < requests_per_warp; ++k) value[k] = load<path>(words + access(order(warp, k), lane));
    std::uint32_t all = 0;
#pragma unroll
    for (int k = 0; k < requests_per_warp; ++k) all ^= value[k];
    all = warp_xor(turned(all, lane));
    if (lane == 0) results[warp] = all;
}

#endif

}  // namespace hexscan::memory
