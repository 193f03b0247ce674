#pragma once

#include "host_device.h"

namespace hexscan {

/// Tells the host that a verdict is undecided, by setting `any_undecided` to 1. Many threads may write this same value
/// at the same time. PTX treats a volatile store as a relaxed one with the scope of the whole system. Measured by
/// `hexscan_set_figures 30 0 total-21`, which a store by the instruction st.relaxed.sys makes 6 % slower.
__device__ inline void report_undecided(bool undecided, int* any_undecided) {
    if (undecided) *static_cast<volatile int*>(any_undecided) = 1;
}

}  // namespace hexscan
