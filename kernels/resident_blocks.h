#pragma once

#include "kernels/host_device.h"

namespace hexscan {

/// The number of threads that a multiprocessor holds at once, in the generation for which this code is compiled (CUDA
/// C++ Programming Guide, "Technical Specifications per Compute Capability"). On the host it is the largest of all.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
inline constexpr int resident_threads = 1024;
#elif defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900) || __CUDA_ARCH__ >= 1100)
inline constexpr int resident_threads = 1536;
#else
inline constexpr int resident_threads = 2048;
#endif

/// True if this many blocks fit on a multiprocessor at once. The compiler rejects __launch_bounds__ that require more.
HEXSCAN_HD constexpr bool are_resident(int blocks, int threads_per_block) {
    return blocks * threads_per_block <= resident_threads;
}

/// `blocks`, or the largest number that fits if that is smaller.
HEXSCAN_HD constexpr int resident_blocks(int blocks, int threads_per_block) {
    return are_resident(blocks, threads_per_block) ? blocks : resident_threads / threads_per_block;
}

}  // namespace hexscan
