#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "saxpy": z = a x + y by all threads, by every second thread, and with one branch for each half of a warp.
namespace hexscan::memory {

enum class Threads { all, even, both_branches };

inline constexpr float saxpy_a = 3;
inline constexpr float saxpy_b = 5;  ///< the factor of odd threads if there are two branches

/// The expected element i of z; `untouched` if no thread writes it.
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

/// The branch of odd threads. It is not inlined, because the compiler would merge two branches that differ only in a
/// factor.
static __device__ __noinline__ void saxpy_of_odd_thread(const float* x, const float* y, float* z, float b,
                                                        std::uint32_t i) {
    z[i] = b * x[i] + y[i];
}

/// Grid: elements / block. Block: any. No shared memory. A thread computes one element, or none.
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
