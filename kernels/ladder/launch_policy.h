#pragma once

#include "kernels/resident_blocks.h"

namespace hexscan {

/// How the points of one thread are spaced.
enum class PointSpacing {
    strided,  ///< block_x columns apart: neighbouring threads have neighbouring points
    adjacent  ///< consecutive, so that a thread writes them with one store
};

/// The shape of a launch. It is part of each stage's policy type. So the difference between two stages is visible in
/// the source, and the kernel knows the size of its shared memory at compile time.
struct LaunchPolicy {
    int block_x;
    int block_y;
    int points_per_thread = 1;  ///< along x; a block still covers block_x * points_per_thread columns
    int slices_per_launch = 0;  ///< 0 scans all slices with one launch
    PointSpacing spacing = PointSpacing::strided;
    /// The number of blocks per multiprocessor for which the compiler must leave registers. If fewer fit, that smaller
    /// number applies. 0 lets the compiler choose.
    int least_blocks = 0;
};

HEXSCAN_HD constexpr int threads_per_block(LaunchPolicy launch) { return launch.block_x * launch.block_y; }

/// The second number of __launch_bounds__.
HEXSCAN_HD constexpr int least_blocks(LaunchPolicy launch) {
    return resident_blocks(launch.least_blocks, threads_per_block(launch));
}

}  // namespace hexscan
