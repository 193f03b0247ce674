#pragma once

#include "kernels/host_device.h"
#include "kernels/ladder/launch_policy.h"
#include "kernels/warp.h"

/// Maps threads to grid points and plans to launches. This is plain index arithmetic. So tests can check the kernels'
/// use of blockIdx and threadIdx point by point without a GPU.
namespace hexscan {

/// A point of the grid by its indices.
struct GridPoint {
    int column, row, slice;
};

/// blockIdx and threadIdx of one thread.
struct ThreadPlace {
    int block_x, block_y, block_z;
    int thread_x, thread_y;
};

/// One launch: its grid of blocks, and the grid row and slice where it begins.
struct SliceLaunch {
    int blocks_x, blocks_y, blocks_z;
    int first_row, first_slice;
};

HEXSCAN_HD constexpr int blocks_for(int points, int per_block) { return (points + per_block - 1) / per_block; }

HEXSCAN_HD constexpr int columns_per_block(LaunchPolicy launch) { return launch.block_x * launch.points_per_thread; }

/// Point k of a thread.
HEXSCAN_HD constexpr GridPoint point_of_thread(LaunchPolicy launch, ThreadPlace place, int first_row, int first_slice,
                                               int k = 0) {
    const int column = launch.spacing == PointSpacing::strided
                           ? place.block_x * columns_per_block(launch) + k * launch.block_x + place.thread_x
                           : (place.block_x * launch.block_x + place.thread_x) * launch.points_per_thread + k;
    return {column, first_row + place.block_y * launch.block_y + place.thread_y, first_slice + place.block_z};
}

/// The number of slices per launch, at most `most_blocks`. The last launch of a plan may have fewer.
constexpr int slices_of_launch(LaunchPolicy launch, int slices, int most_blocks = max_blocks_yz) {
    const int wanted = launch.slices_per_launch == 0 ? slices : launch.slices_per_launch;
    return wanted < most_blocks ? wanted : most_blocks;
}

/// Calls visit(SliceLaunch) for the launches that cover `count` slices from `first_slice` on. There is one launch, or
/// one per band of rows if the grid of blocks would be too tall.
template <class Visit>
constexpr void for_each_band(LaunchPolicy launch, int columns, int rows, int first_slice, int count, Visit visit,
                             int most_blocks = max_blocks_yz) {
    const int band_rows = most_blocks * launch.block_y;
    for (int first_row = 0; first_row < rows; first_row += band_rows) {
        const int rows_left = rows - first_row;
        visit(SliceLaunch{blocks_for(columns, columns_per_block(launch)),
                          blocks_for(rows_left < band_rows ? rows_left : band_rows, launch.block_y), count, first_row,
                          first_slice});
    }
}

}  // namespace hexscan
