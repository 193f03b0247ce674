#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lessons "patterns" and "strides": one warp's request to global memory.
namespace hexscan::memory {

enum class Pattern { aligned, permuted, shifted, same_word, scattered, strided };

/// Which word lane `lane` asks for in request `request`. An array has 2^k words; requests past its end begin again.
struct PatternAccess {
    Pattern pattern;
    std::uint32_t parameter;  ///< words of shift or of stride
    std::uint32_t words;      ///< of the array, a power of two

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t request, int lane) const {
        const auto l = static_cast<std::uint32_t>(lane);
        const std::uint32_t first = request * 32U;
        std::uint32_t word = first + l;
        if (pattern == Pattern::permuted) word = first + (l * 13U + 5U) % 32U;
        if (pattern == Pattern::shifted) word += parameter;
        if (pattern == Pattern::same_word) word = first;
        // An odd factor visits every word of 2^k once; neighbours end up four megabytes apart.
        if (pattern == Pattern::scattered) word *= 1'048'583U;
        if (pattern == Pattern::strided) word *= parameter;
        return word & (words - 1U);
    }
};

/// Requests of one warp: so many are in flight at once.
inline constexpr int requests_per_warp = 8;

/// What warp `warp` of `warps` finds: the exclusive or of all its lanes' words, turned by lane and request.
struct PatternResult {
    PatternAccess access;
    std::uint32_t warps;

    HEXSCAN_HD_INLINE std::uint32_t operator()(std::uint32_t warp) const {
        std::uint32_t all = 0;
        for (int k = 0; k < requests_per_warp; ++k)
            for (int lane = 0; lane < 32; ++lane)
                all ^= turned(word_value(access(static_cast<std::uint32_t>(k) * warps + warp, lane)), lane);
        return all;
    }
};

#if defined(__CUDACC__)

/// Warp w makes requests w, w + warps, w + 2 warps ...: neighbouring warps make neighbouring requests.
template <Path path>
__global__ void read_pattern(const std::uint32_t* words, PatternAccess access, std::uint32_t* results) {
    const std::uint32_t warps = gridDim.x * blockDim.x / 32U;
    const std::uint32_t warp = global_thread() / 32U;
    const int lane = static_cast<int>(threadIdx.x % 32U);
    std::uint32_t value[requests_per_warp];
#pragma unroll
    for (int k = 0; k < requests_per_warp; ++k)
        value[k] = load<path>(words + access(static_cast<std::uint32_t>(k) * warps + warp, lane));
    std::uint32_t all = 0;
#pragma unroll
    for (int k = 0; k < requests_per_warp; ++k) all ^= value[k];
    all = warp_xor(turned(all, lane));
    if (lane == 0) results[warp] = all;
}

#endif

}  // namespace hexscan::memory
