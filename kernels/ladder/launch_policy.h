#pragma once

#include "kernels/host_device.h"

namespace hexscan {

/// How the points of one thread are spaced.
enum class PointSpacing {
    strided,  ///< block_x columns apart: neighbouring threads have neighbouring points
    adjacent  ///< consecutive, so that a thread writes them with one store
};

/// The shape of a launch. The policy type of each stage holds a launch policy. So the difference of two stages is
/// visible, and the kernel knows the size of its shared memory at compile time.
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
