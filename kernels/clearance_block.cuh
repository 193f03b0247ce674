#pragma once

#include <cstddef>
#include <cstdint>

#include "host_device.h"
#include "kernel_tuning.h"
#include "kinematics.h"
#include "scan_geometry.h"
#include "warp.h"

/// Divides the points of a clearance map at one orientation among warps. A clearance is a signed distance to a limit,
/// so it changes by at most the distance that the platform moves. A warp therefore evaluates the limits at the middle
/// of its block, and finds those that can be nearest anywhere in the block.
namespace hexscan {

/// The points of one warp: a block of `columns` x `rows` points. A lane has `lane_points` neighbouring points, and
/// writes their values in each map with one store. The block's shape hardly affects a map's time, because copying the
/// map's bytes takes longer (docs/explanation/how-fast.md).
struct ClearanceBlock {
    static constexpr int columns = tuning::clearance_columns, rows = tuning::clearance_rows;
    static constexpr int lane_points = tuning::clearance_lane_points;
};
static_assert(ClearanceBlock::columns * ClearanceBlock::rows == warp_size * ClearanceBlock::lane_points);

/// Addresses of the two clearance maps; null for a map that is not requested.
struct ClearanceMaps {
    float* clearance_m;
    std::uint8_t* limit;
};

/// A grid point of a slice.
struct BlockCorner {
    int column, row;
};

/// First point of the warp's block. `warps` blocks lie side by side along a row.
template <int warps>
__device__ inline BlockCorner clearance_block(int blocks_per_row) {
    const int across =
        static_cast<int>(blockIdx.x) % blocks_per_row * warps + static_cast<int>(threadIdx.x / warp_size);
    return {across * ClearanceBlock::columns, static_cast<int>(blockIdx.x) / blocks_per_row * ClearanceBlock::rows};
}

/// First point of the lane.
__device__ inline BlockCorner first_point(const BlockCorner& block) {
    constexpr int lanes_per_row = ClearanceBlock::columns / ClearanceBlock::lane_points;
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    return {block.column + lane % lanes_per_row * ClearanceBlock::lane_points, block.row + lane / lanes_per_row};
}

/// The coordinate of the block's middle along an axis. Only points on the grid count if the block extends beyond the
/// grid.
template <class Real>
__device__ inline Real middle_of_block(const GridAxis<Real>& axis, int first, int count) {
    const int last = first + count < axis.count ? first + count - 1 : axis.count - 1;
    return (grid_coordinate(axis, first) + grid_coordinate(axis, last)) / 2;
}

/// The smallest of the values that the warp's lanes pass.
template <class Real>
__device__ inline Real least_of_lanes(Real mine) {
    HEXSCAN_UNROLL
    for (int distance = warp_size / 2; distance > 0; distance /= 2) {
        const Real other = __shfl_xor_sync(all_lanes, mine, distance);
        mine = other < mine ? other : mine;
    }
    return mine;
}

/// Number of a row, counted over all slices of the grid.
__device__ inline std::size_t row_of_grid(int slice, int row, int rows) {
    return static_cast<std::size_t>(slice) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row);
}

/// Stores the map values of the lane's points in a row of the grid. If rows have a multiple of `lane_points` columns,
/// addresses are aligned, and one store per map suffices.
__device__ inline void store_points(const ClearanceMaps& maps, std::size_t row, int first_column, int columns,
                                    const float* clearance_m, const int* limit) {
    constexpr int points = ClearanceBlock::lane_points;
    const std::size_t at = row * static_cast<std::size_t>(columns) + static_cast<std::size_t>(first_column);
    static_assert(points == 4, "a vector must hold four floats, and a word four bytes");
    if (columns % points == 0) {
        if (maps.clearance_m)
            *reinterpret_cast<float4*>(maps.clearance_m + at) =
                make_float4(clearance_m[0], clearance_m[1], clearance_m[2], clearance_m[3]);
        if (maps.limit)
            *reinterpret_cast<uchar4*>(maps.limit + at) =
                make_uchar4(static_cast<std::uint8_t>(limit[0]), static_cast<std::uint8_t>(limit[1]),
                            static_cast<std::uint8_t>(limit[2]), static_cast<std::uint8_t>(limit[3]));
        return;
    }
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k) {
        if (first_column + k >= columns) continue;
        if (maps.clearance_m) maps.clearance_m[at + static_cast<std::size_t>(k)] = clearance_m[k];
        if (maps.limit) maps.limit[at + static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(limit[k]);
    }
}

}  // namespace hexscan
