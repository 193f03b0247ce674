#pragma once

#include "warp.h"

namespace hexscan {

/// If some verdict of the warp is undecided, tells the host by setting `any_undecided` to 1. Many warps may write this
/// same value, and no warp waits for another. One lane makes a relaxed store with the scope of the whole system.
__device__ inline void report_undecided(bool undecided, int* any_undecided) {
    if (!__any_sync(all_lanes, undecided) || threadIdx.x % warp_size != 0) return;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    asm volatile("st.relaxed.sys.s32 [%0], %1;" ::"l"(any_undecided), "r"(1) : "memory");
#else
    *any_undecided = 1;
#endif
}

}  // namespace hexscan
