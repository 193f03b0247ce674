#pragma once

#include <cstdint>

#include "kernels/clearance_block.cuh"
#include "kernels/least_clearance.h"
#include "kernels/sets/set_scan.h"
#include "kernels/shared/segments.h"

/// The gap map at one orientation: the least gap between telescopic legs, and between legs and obstacles (spheres and
/// capsules), minus the required gap. Every operation is rounded separately, so the map equals the host's to the last
/// bit.
namespace hexscan {

/// A pair of bodies that must keep a gap.
struct GapPair {
    std::uint8_t leg, other;  ///< leg numbers; from leg_count on `other` is an obstacle
};

/// The kernel's input.
struct GapScan {
    static constexpr int most_obstacles = 16, words = 4;
    static constexpr int most_pairs = leg_count * (leg_count - 1) / 2 + leg_count * most_obstacles;
    static_assert(most_pairs <= words * warp_size);

    GridAxis<double> x, y, z;
    Vec3<double> base_m[leg_count], joint_m[leg_count];  ///< joint_m: the platform joint relative to the platform's
                                                         ///< position
    double free_m;                                       ///< length at either end of a leg on which no gap is required
    Segment<double> obstacles[most_obstacles];
    double apart_m[1 + most_obstacles];  ///< required gap between two legs, then between a leg and each obstacle
    int pairs;
    GapPair pair[most_pairs];
    double within_m;  ///< distance from the middle of a ClearanceBlock to its corners, plus all rounding errors

    HEXSCAN_HD_INLINE Segment<exact::Number> leg_at(int leg, Vec3<double> p) const {
        const Vec3<exact::Number> base = numbers(base_m[leg]);
        return without_free_ends(base, numbers(p) + numbers(joint_m[leg]), exact::Number(free_m));
    }
    /// The gap of a pair minus the required gap.
    HEXSCAN_HD_INLINE double left_m(int which, Vec3<double> p) const {
        const GapPair& both = pair[which];
        const bool are_legs = both.other < leg_count;
        const int obstacle = are_legs ? 0 : both.other - leg_count;
        const Segment<exact::Number> other =
            are_legs ? leg_at(both.other, p)
                     : Segment<exact::Number>{numbers(obstacles[obstacle].from_m), numbers(obstacles[obstacle].to_m)};
        const exact::Number apart(apart_m[are_legs ? 0 : 1 + obstacle]);
        return (segment_distance_m(leg_at(both.leg, p), other) - apart).value;
    }

private:
    static HEXSCAN_HD_INLINE Vec3<exact::Number> numbers(Vec3<double> v) { return {v.x, v.y, v.z}; }
};

/// A set of pairs, one bit each.
struct NearestPairs {
    unsigned bits[GapScan::words];

    /// Calls visit(pair) for each pair. It is a single loop, so that the code of `visit` exists only once.
    template <class Visit>
    HEXSCAN_HD_INLINE void for_each(Visit visit) const {
        int word = 0;
        for (unsigned left = bits[0]; word < GapScan::words;) {
            if (left != 0) {
                visit(word * warp_size + lowest_bit(left));
                left &= left - 1;
                continue;
            }
            ++word;
            HEXSCAN_UNROLL
            for (int k = 1; k < GapScan::words; ++k)
                if (k == word) left = bits[k];
        }
    }
};

/// The pairs that can have the least gap anywhere in the warp's block. A gap changes by at most the distance that the
/// platform moves (src/machine/shared/legs_apart.cpp). So a pair never has the least gap if, at the block's middle, its
/// gap exceeds the least one by twice the block's radius. Each lane evaluates one pair at a time.
__device__ inline NearestPairs nearest_pairs(const GapScan& scan, const BlockCorner& block, double z_m) {
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    const Vec3<double> middle{middle_of_block(scan.x, block.column, ClearanceBlock::columns),
                              middle_of_block(scan.y, block.row, ClearanceBlock::rows), z_m};
    double left_m[GapScan::words], least_m = INFINITY;
    HEXSCAN_UNROLL
    for (int k = 0; k < GapScan::words; ++k) left_m[k] = INFINITY;
    HEXSCAN_ROLLED
    for (int which = lane; which < scan.pairs; which += warp_size) {
        const double mine_m = scan.left_m(which, middle);
        least_m = mine_m < least_m ? mine_m : least_m;
        HEXSCAN_UNROLL
        for (int k = 0; k < GapScan::words; ++k)
            if (which / warp_size == k) left_m[k] = mine_m;
    }
    const double farthest_m = least_of_lanes(least_m) + 2 * scan.within_m;
    NearestPairs nearest;
    HEXSCAN_UNROLL
    for (int k = 0; k < GapScan::words; ++k)
        nearest.bits[k] = __ballot_sync(all_lanes, k * warp_size + lane < scan.pairs && !(left_m[k] > farthest_m));
    return nearest;
}

/// Computes the gap map.
/// Grid: warps of a slice / `warps` x 1 x slices. Block: `warps` warps. No shared memory. A thread has every 2nd point
/// of a column of its warp's block.
template <int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_gap_kernel(const __grid_constant__ GapScan scan, float* values, int first_slice, int blocks_per_row) {
    const BlockCorner block = clearance_block<warps>(blocks_per_row);
    if (block.column >= scan.x.count) return;
    const int slice = first_slice + static_cast<int>(blockIdx.z);
    const double z_m = grid_coordinate(scan.z, slice);
    const NearestPairs nearest = nearest_pairs(scan, block, z_m);

    const int lane = static_cast<int>(threadIdx.x % warp_size);
    constexpr int rows_at_once = warp_size / ClearanceBlock::columns;
    const int column = block.column + lane % ClearanceBlock::columns;
    if (column >= scan.x.count) return;
    const double x_m = grid_coordinate(scan.x, column);
    HEXSCAN_ROLLED
    for (int k = lane / ClearanceBlock::columns; k < ClearanceBlock::rows; k += rows_at_once) {
        const int row = block.row + k;
        if (row >= scan.y.count) return;
        const Vec3<double> p{x_m, grid_coordinate(scan.y, row), z_m};
        double least_m = INFINITY;
        nearest.for_each([&](int which) {
            const double left_m = scan.left_m(which, p);
            least_m = left_m < least_m ? left_m : least_m;
        });
        values[row_of_grid(slice, row, scan.y.count) * static_cast<std::size_t>(scan.x.count) +
               static_cast<std::size_t>(column)] = mapped_clearance(least_m, least_m >= 0);
    }
}

}  // namespace hexscan
