#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "saxpy": z = a x + y by all threads, by every second one, and with a branch for each half of a warp.
namespace hexscan::memory {

enum class Threads { all, even, both_branches };

inline constexpr float saxpy_a = 3;
inline constexpr float saxpy_b = 5;  ///< the odd threads' factor where there are two branches

/// What element i of z becomes; `untouched` where no thread writes it.
struct SaxpyResult {
    Threads threads;
    float untouched;

    HEXSCAN_HD_INLINE float operator()(std::uint32_t i) const {
        if (i % 2 == 1 && threads == Threads::even) return untouched;
        const float factor = i % 2 == 1 && threads == Threads::both_branches ? saxpy_b : saxpy_a;
        return factor * small_value(i) + small_value(i);
    }
};

#if defined(__CUDACC__)

/// The odd threads' branch, out of line: the compiler would make one branch of two that differ in a factor.
static __device__ __noinline__ void saxpy_of_odd_thread(const float* x, const float* y, float* z, float b,
                                                        std::uint32_t i) {
    z[i] = b * x[i] + y[i];
}

template <Threads threads>
__global__ void saxpy_kernel(const float* x, const float* y, float* z, float a, float b) {
    const std::uint32_t i = global_thread();
    if (threads == Threads::all || i % 2 == 0) {
        z[i] = a * x[i] + y[i];
    } else if (threads == Threads::both_branches) {
        saxpy_of_odd_thread(x, y, z, b, i);
    }
}

#endif

}  // namespace hexscan::memory
