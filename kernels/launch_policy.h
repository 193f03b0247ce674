#pragma once

#include "host_device.h"

namespace hexscan {

/// A launch shape as a named value. Each stage has a policy type with one of these, so that stages differ
/// visibly by values and the kernel can size its shared memory at compile time.
struct LaunchPolicy {
    int block_x;
    int block_y;
    int points_per_thread = 1;  ///< along x; a block still covers block_x * points_per_thread columns
    int slices_per_launch = 0;  ///< 0 scans all slices with one launch
};

HEXSCAN_HD constexpr int threads_per_block(LaunchPolicy launch) { return launch.block_x * launch.block_y; }

}  // namespace hexscan
