#pragma once

#include <cstdint>

#include "kernels/kinematics.h"
#include "kernels/maps/leg_rows.h"
#include "kernels/maps/map_tuning.h"
#include "kernels/row_mark.h"
#include "kernels/scan_geometry.h"
#include "kernels/warp.h"

/// Computes maps whose value at a point depends on that point alone. A `MapFigure` computes a value with at(), which
/// uses few registers. It returns not_sure if the value is not accurate enough. A second kernel computes the few
/// remaining points with again().
namespace hexscan {

/// The address of the map, and the map's grid with x fastest.
struct PointMap {
    GridAxis<double> x, y, z;
    float* values;
    RowMark* marks;        ///< the marks of the rows, slice by slice, in mapped host memory
    std::uint8_t* unsure;  ///< for each warp of each row: 1 if the second kernel must compute some of its points
    int warps_of_row;
};

/// A lane evaluates every 32nd point of its warp's segment of a row.
using tuning::points_of_lane;

/// The points of a row that belong to a warp.
struct PointsOfWarp {
    int row, slice, warp, lane;
    int first;  ///< the lane's first column
    bool any;   ///< false if the warp has no points

    template <int warps>
    static __device__ PointsOfWarp of_block(const PointMap& map, int first_slice) {
        const int lane = static_cast<int>(threadIdx.x) % warp_size;
        const int warp = static_cast<int>(blockIdx.x) * warps + static_cast<int>(threadIdx.x) / warp_size;
        const int first = warp * warp_size * points_of_lane;
        return {static_cast<int>(blockIdx.y), first_slice + static_cast<int>(blockIdx.z), warp, lane, first + lane,
                first < map.x.count};
    }
    __device__ std::size_t row_of_map(const PointMap& map) const {
        return static_cast<std::size_t>(slice) * static_cast<std::size_t>(map.y.count) + static_cast<std::size_t>(row);
    }
    __device__ float* values(const PointMap& map) const {
        return map.values + row_of_map(map) * static_cast<std::size_t>(map.x.count);
    }
    __device__ std::uint8_t& unsure(const PointMap& map) const {
        return map
            .unsure[row_of_map(map) * static_cast<std::size_t>(map.warps_of_row) + static_cast<std::size_t>(warp)];
    }
};

/// Computes the values, and marks the warps whose points the second kernel must compute.
/// Grid: warps of a row / `warps` x rows x slices. Block: `warps` warps. Shared memory: a row per warp. A thread has 4
/// points.
template <class MapFigure, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_point_map_kernel(const __grid_constant__ MapFigure figure, const __grid_constant__ PointMap map,
                             int first_slice) {
    __shared__ typename MapFigure::Row rows[warps];
    const PointsOfWarp points = PointsOfWarp::of_block<warps>(map, first_slice);
    if (!points.any) return;
    auto& row = rows[static_cast<int>(threadIdx.x) / warp_size];
    const double y_m = grid_coordinate(map.y, points.row), z_m = grid_coordinate(map.z, points.slice);
    figure.prepare(y_m, z_m, points.lane, row);
    __syncwarp();
    float* const values = points.values(map);
    bool unsure = false;
    HEXSCAN_ROLLED
    for (int k = 0; k < points_of_lane; ++k) {
        const int column = points.first + k * warp_size;
        if (column >= map.x.count) continue;
        const auto value = static_cast<float>(figure.at({grid_coordinate(map.x, column), y_m, z_m}, row));
        values[column] = value;
        unsure = unsure || !(value == value);
    }
    unsure = __any_sync(all_lanes, unsure);
    if (points.lane == 0) points.unsure(map) = unsure ? 1 : 0;
}

/// Computes the points that the first kernel could not compute accurately enough. If a point is still not accurate
/// enough, the host computes its row.
/// Grid: warps of a row / `warps` x rows x slices. Block: `warps` warps. No shared memory. A thread has 4 points.
template <class MapFigure, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_second_look_kernel(const __grid_constant__ MapFigure figure, const __grid_constant__ PointMap map,
                               int first_slice) {
    const PointsOfWarp points = PointsOfWarp::of_block<warps>(map, first_slice);
    if (!points.any || points.unsure(map) == 0) return;
    const double y_m = grid_coordinate(map.y, points.row), z_m = grid_coordinate(map.z, points.slice);
    float* const values = points.values(map);
    HEXSCAN_ROLLED
    for (int k = 0; k < points_of_lane; ++k) {
        const int column = points.first + k * warp_size;
        if (column >= map.x.count || values[column] == values[column]) continue;
        const double value = figure.again({grid_coordinate(map.x, column), y_m, z_m});
        values[column] = static_cast<float>(value);
        if (!(value == value)) map.marks[points.row_of_map(map)] = RowMark::undecided;
    }
}

}  // namespace hexscan
