#pragma once

#include <cstdint>

#include "kernels/clearance_block.cuh"
#include "kernels/least_clearance.h"
#include "kernels/sets/set_scan.h"
#include "kernels/shared/rod_bodies.h"

/// The gap map at one orientation: the least gap between legs, and between legs and obstacles, minus the required gap.
/// Every operation is rounded separately, so the map equals the host's to the last bit.
namespace hexscan {

/// A pair of bodies that must keep a gap.
struct GapPair {
    std::uint8_t leg, other;  ///< leg numbers; from leg_count on `other` is an obstacle
};

/// The kernel's input. Obstacles are spheres and capsules first, then the two plates.
struct GapScan {
    static constexpr int most_lines = 16, plates = 2, words = 4;
    static constexpr int most_obstacles = most_lines + plates;
    static constexpr int most_pairs = leg_count * (leg_count - 1) / 2 + leg_count * most_obstacles;
    static_assert(most_pairs <= words * warp_size);

    GridAxis<double> x, y, z;
    bool have_rods;
    RodBodies legs[leg_count];  ///< without `leg` for telescopic legs
    Segment3 lines[most_lines];
    Disc3 plate[plates];  ///< The plate of the base, and that of the platform. The latter moves with the platform.
    double apart_m[1 + most_obstacles];  ///< required gap between two legs, then between a leg and each obstacle
    int pairs;
    GapPair pair[most_pairs];
    double within_m;  ///< How much a gap changes between the middle of a ClearanceBlock and its corners, plus all
                      ///< rounding errors. Infinite if there is no bound.

    /// The gap of a pair minus the required gap. `are_lines`: all legs are single lines, and there are no plates.
    template <bool are_lines>
    HEXSCAN_HD_INLINE double left_m(int which, Vec3<double> p) const {
        const GapPair& both = pair[which];
        const bool are_legs = both.other < leg_count;
        const int obstacle = are_legs ? 0 : both.other - leg_count;
        const Vec3<Number> at = vector_in<Number>(p);
        Number between_m;
        if constexpr (are_lines)
            between_m = segment_distance_m(leg_line_at(both.leg, at),
                                           are_legs ? leg_line_at(both.other, at) : obstacle_line(obstacle));
        else if (const BodiesIn<Number> leg = bodies_at(both.leg, at); are_legs)
            between_m = distance_of_bodies_m(leg, bodies_at(both.other, at));
        else if (obstacle < most_lines)
            between_m = distance_of_bodies_m(leg, obstacle_line(obstacle));
        else
            between_m = distance_of_bodies_m(leg, plate_at(obstacle - most_lines, at));
        return (between_m - Number(apart_m[are_legs ? 0 : 1 + obstacle])).value;
    }

private:
    using Number = exact::Number;

    HEXSCAN_HD_INLINE Segment<Number> leg_line_at(int leg, const Vec3<Number>& p) const {
        const RodBodies& of_leg = legs[leg];
        return without_free_ends(vector_in<Number>(of_leg.base_m), p + vector_in<Number>(of_leg.joint_m),
                                 Number(of_leg.free_m));
    }
    HEXSCAN_HD_INLINE BodiesIn<Number> bodies_at(int leg, const Vec3<Number>& p) const {
        if (have_rods) return legs[leg].at(p);
        BodiesIn<Number> body;
        body.add(leg_line_at(leg, p));
        return body;
    }
    HEXSCAN_HD_INLINE Segment<Number> obstacle_line(int obstacle) const {
        return {vector_in<Number>(lines[obstacle].from_m), vector_in<Number>(lines[obstacle].to_m)};
    }
    HEXSCAN_HD_INLINE Disc<Number> plate_at(int which, const Vec3<Number>& p) const {
        const Disc3& disc = plate[which];
        const Disc<Number> still{vector_in<Number>(disc.middle_m), vector_in<Number>(disc.normal),
                                 Number(disc.radius_m)};
        return which == 0 ? still : moved(still, p);
    }
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

/// The pairs that can have the least gap anywhere in the warp's block. If a pair's gap at the block's middle exceeds
/// the least one by twice the change of gaps in the block, the pair never has the least gap. Each lane evaluates one
/// pair at a time.
template <bool are_lines>
__device__ inline NearestPairs nearest_pairs(const GapScan& scan, const BlockCorner& block, double z_m) {
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    const Vec3<double> middle{middle_of_block(scan.x, block.column, ClearanceBlock::columns),
                              middle_of_block(scan.y, block.row, ClearanceBlock::rows), z_m};
    double left_m[GapScan::words], least_m = INFINITY;
    HEXSCAN_UNROLL
    for (int k = 0; k < GapScan::words; ++k) left_m[k] = INFINITY;
    HEXSCAN_ROLLED
    for (int which = lane; which < scan.pairs; which += warp_size) {
        const double mine_m = scan.left_m<are_lines>(which, middle);
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
template <bool are_lines, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_gap_kernel(const __grid_constant__ GapScan scan, float* values, int first_slice, int blocks_per_row) {
    const BlockCorner block = clearance_block<warps>(blocks_per_row);
    if (block.column >= scan.x.count) return;
    const int slice = first_slice + static_cast<int>(blockIdx.z);
    const double z_m = grid_coordinate(scan.z, slice);
    const NearestPairs nearest = nearest_pairs<are_lines>(scan, block, z_m);

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
            const double left_m = scan.left_m<are_lines>(which, p);
            least_m = left_m < least_m ? left_m : least_m;
        });
        values[row_of_grid(slice, row, scan.y.count) * static_cast<std::size_t>(scan.x.count) +
               static_cast<std::size_t>(column)] = mapped_clearance(least_m, least_m >= 0);
    }
}

}  // namespace hexscan
