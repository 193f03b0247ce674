#pragma once

#include <cstdint>

#include "kernels/memory/lesson_values.cuh"

/// Lesson "host-copies": a kernel that moves data itself, from or to host memory mapped into its address space.
namespace hexscan::memory {

#if defined(__CUDACC__)

/// 16 bytes a thread and step, the widest request there is.
static __global__ void copy_words(const uint4* from, uint4* to, std::uint32_t count) {
    for (std::uint32_t i = global_thread(); i < count; i += gridDim.x * blockDim.x) to[i] = from[i];
}

#endif

}  // namespace hexscan::memory
