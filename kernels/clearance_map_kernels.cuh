#pragma once

#include <cstdint>

#include "clearance_block.cuh"
#include "kernels/sets/set_clearance.h"
#include "least_clearance.h"
#include "set_rows_kernel.cuh"
#include "warp.h"

/// Computes maps of clearance and of the nearest limit for telescopic legs, at one orientation and at the worst
/// orientation of a set.
namespace hexscan {

/// The input at one orientation. The nearest limit is found in single precision or, if that cannot decide, in double
/// precision. The clearance itself is computed in double precision. Single-precision coordinates are relative to the
/// middle of the grid, so that they stay accurate in a grid far from the machine's origin.
struct ClearanceScan {
    ScanGeometry<double> exact;
    LegLimits<double> exact_limits[leg_count];
    ScanGeometry<float> geometry;  ///< its origin is the middle of the grid
    LegLimits<float> limits[leg_count];
    double doubt_m;        ///< if a clearance is closer to 0 than this, the exact test decides its sign
    float window_m;        ///< if single-precision clearances of two limits differ by less than this, double precision
                           ///< decides which is nearer
    float block_radius_m;  ///< upper bound on the radius of a ClearanceBlock
};

/// The clearance, in single precision, of the limit that has this bit in a mask.
__device__ inline float limit_clearance_at(const ClearanceScan& scan, int bit, Vec3<float> p) {
    const Leg<float>& leg = scan.geometry.legs[leg_of_bit(bit)];
    return limit_clearance_m(scan.limits[leg_of_bit(bit)], limit_of_bit(bit), p + leg.offset_m, leg.base_axis,
                             leg.platform_axis);
}

/// The least clearance of a point in double precision. Not inlined, because few points need it.
__device__ __noinline__ inline LeastClearance<double> exact_least_clearance(const ClearanceScan& scan, Vec3<double> p) {
    LeastClearance<exact::Number> least = nothing_looked_at<exact::Number>();
    for (int i = 0; i < leg_count; ++i)
        look_at(exact_leg_clearances(scan.exact_limits[i], scan.exact.legs[i], p), i, least);
    return {least.clearance_m.value, least.limit};
}

/// The maps' values at a point whose nearest limit has the number `nearest`. The clearance in double precision equals
/// the reference's to the last bit. If `close` is true, single precision could not decide, and double precision finds
/// the nearest limit again.
__device__ inline LeastClearance<double> exact_clearance(const ClearanceScan& scan, Vec3<double> p, int nearest,
                                                         bool close) {
    if (close) return exact_least_clearance(scan, p);
    const int leg = leg_of_limit(nearest);
    return {exact_limit_clearance_m(scan.exact_limits[leg], which_limit(nearest), scan.exact.legs[leg], p), nearest};
}

/// Mask of the limits that can be nearest anywhere in the warp's block. A clearance is a signed distance to a limit, so
/// it changes by at most the distance that the platform moves. So a limit is never nearest if, at the block's middle,
/// it is farther away than the nearest one by twice the block's radius. Each lane evaluates one limit.
__device__ inline unsigned nearest_limits(const ClearanceScan& scan, const BlockCorner& block, float z_m) {
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    const Vec3<float> p{middle_of_block(scan.geometry.x, block.column, ClearanceBlock::columns),
                        middle_of_block(scan.geometry.y, block.row, ClearanceBlock::rows), z_m};
    constexpr int limit_count = leg_count * telescopic_limit_count;
    const float mine = lane < limit_count ? limit_clearance_at(scan, lane, p) : INFINITY;
    const float farthest = least_of_lanes(mine) + 2 * (scan.block_radius_m + scan.window_m);
    return __ballot_sync(all_lanes, lane < limit_count && !(mine > farthest));
}

/// Clearance and nearest limit at one orientation.
/// Grid: warps of a slice / `warps` x 1 x slices. Block: `warps` warps. No shared memory. A thread has 4 points of a
/// row.
template <int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_clearance_kernel(const __grid_constant__ ClearanceScan scan, const ClearanceMaps maps, int first_slice,
                             int blocks_per_row) {
    constexpr int points = ClearanceBlock::lane_points;
    const int columns = scan.exact.x.count;
    const BlockCorner block = clearance_block<warps>(blocks_per_row);
    if (block.column >= columns) return;
    const int slice = first_slice + static_cast<int>(blockIdx.z);
    const float z = grid_coordinate(scan.geometry.z, slice);
    const unsigned candidates = nearest_limits(scan, block, z);

    const auto [first_column, row] = first_point(block);
    if (first_column >= columns || row >= scan.exact.y.count) return;
    const float y = grid_coordinate(scan.geometry.y, row);
    float least[points], other[points];
    int limit[points];
    const int first_candidate = number_of_bit(lowest_bit(candidates));
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k) {
        least[k] = other[k] = INFINITY;
        limit[k] = first_candidate;
    }
    const bool is_certain = (candidates & (candidates - 1)) == 0;
    for (unsigned left = is_certain ? 0 : candidates; left != 0; left &= left - 1) {
        const int bit = lowest_bit(left);
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) {
            const float clearance_m =
                limit_clearance_at(scan, bit, {grid_coordinate(scan.geometry.x, first_column + k), y, z});
            other[k] = fminf(other[k], fmaxf(least[k], clearance_m));
            if (clearance_m < least[k]) limit[k] = number_of_bit(bit);
            least[k] = fminf(least[k], clearance_m);
        }
    }
    float clearance_m[points];
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k) {
        const bool close = !is_certain && !(other[k] - least[k] > scan.window_m);
        if ((close || maps.clearance_m) && first_column + k < columns) {
            const Vec3<double> p{grid_coordinate(scan.exact.x, first_column + k), grid_coordinate(scan.exact.y, row),
                                 grid_coordinate(scan.exact.z, slice)};
            const LeastClearance<double> exact_least = exact_clearance(scan, p, limit[k], close);
            const bool doubtful = maps.clearance_m && !(fabs(exact_least.clearance_m) > scan.doubt_m);
            const bool reachable = doubtful ? exact_reachable(scan.exact, p.x, p.y, p.z) : exact_least.clearance_m >= 0;
            limit[k] = exact_least.limit;
            clearance_m[k] = mapped_clearance(exact_least.clearance_m, reachable);
        }
    }
    store_points(maps, row_of_grid(slice, row, scan.exact.y.count), first_column, columns, clearance_m, limit);
}

/// The input for a set of orientations, in double precision and in device memory.
struct SetClearanceScan {
    SetScan<double> scan;
    LegLimits<double> limits[leg_count];
    OrientationIndex start;  ///< the orientation with which the search for the least clearance begins
};

/// Clearance and nearest limit at the worst orientation of a set. The lanes of a warp visit the same cells of
/// orientations: those that any lane needs. The verdict determines the sign: if the clearance is too close to 0, every
/// orientation is tested exactly.
/// Grid: columns / `threads` x rows x slices. Block: `threads`. No shared memory. A thread computes one point.
template <int threads>
__global__ void __launch_bounds__(threads)
    hexapod_set_clearance_kernel(const SetClearanceScan* __restrict__ set, const ClearanceMaps maps, int first_slice,
                                 double window_m) {
    const SetScan<double>& scan = set->scan;
    const int column = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
    const int row = static_cast<int>(blockIdx.y), slice = first_slice + static_cast<int>(blockIdx.z);
    const bool inside = column < scan.x.count;
    const Vec3<double> p{grid_coordinate(scan.x, inside ? column : scan.x.count - 1), grid_coordinate(scan.y, row),
                         grid_coordinate(scan.z, slice)};
    const LeastOfSet least = least_of_set(scan, set->limits, set->start, WarpOfRows{}, p);
    if (!inside) return;
    bool reachable = least.clearance_m >= 0;
    if (!(fabs(least.clearance_m) > window_m)) {
        reachable = true;
        for (std::int64_t o = 0; o < orientation_count(scan.set) && reachable; ++o) {
            const Matrix3<double> rotation = exact::rotation_at(scan.set, orientation_at(scan.set, o));
            for (int i = 0; i < leg_count && reachable; ++i) {
                const Leg<double> leg = exact_leg_at(scan.legs[i], rotation);
                reachable = exact_leg_within_limits(leg, exact_leg_row(leg, p.y, p.z), p.x);
            }
        }
    }
    const std::size_t at =
        (static_cast<std::size_t>(slice) * static_cast<std::size_t>(scan.y.count) + static_cast<std::size_t>(row)) *
            static_cast<std::size_t>(scan.x.count) +
        static_cast<std::size_t>(column);
    if (maps.clearance_m) maps.clearance_m[at] = mapped_clearance(least.clearance_m, reachable);
    if (maps.limit) maps.limit[at] = static_cast<std::uint8_t>(least.limit);
}

}  // namespace hexscan
