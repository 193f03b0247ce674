#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "host-copies": a kernel that copies data from or to mapped host memory by itself.
namespace hexscan::memory {

#if defined(__CUDACC__)

/// Copies 16 bytes per thread and step, the widest request that exists.
/// Grid: any. Block: any. No shared memory. A thread copies every (grid size)-th element.
static __global__ void copy_words(const uint4* from, uint4* to, std::uint32_t count) {
    for (std::uint32_t i = global_thread(); i < count; i += gridDim.x * blockDim.x) to[i] = from[i];
}

#endif

}  // namespace hexscan::memory
