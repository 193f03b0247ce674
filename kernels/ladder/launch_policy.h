#pragma once

#include "kernels/host_device.h"

namespace hexscan {

/// The arrangement of one thread's points.
enum class PointSpacing {
    strided,  ///< block_x columns apart: neighbouring threads have neighbouring points
    adjacent  ///< consecutive, so that a thread writes them with one store
};

/// A launch shape. Each stage has a policy type with one of these. So stages differ visibly by values, and the kernel
/// can size its shared memory at compile time.
struct LaunchPolicy {
    int block_x;
    int block_y;
    int points_per_thread = 1;  ///< along x; a block still covers block_x * points_per_thread columns
    int slices_per_launch = 0;  ///< 0 scans all slices with one launch
    PointSpacing spacing = PointSpacing::strided;
    int least_blocks = 0;  ///< per multiprocessor, for which the compiler must leave registers; 0 lets it choose
};

HEXSCAN_HD constexpr int threads_per_block(LaunchPolicy launch) { return launch.block_x * launch.block_y; }

}  // namespace hexscan
