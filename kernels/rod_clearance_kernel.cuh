#pragma once

#include <cstdint>

#include "clearance_block.cuh"
#include "kernels/sets/set_scan.h"
#include "least_clearance.h"
#include "rotary_clearance.h"
#include "slider_clearance.h"

/// Clearance and active limit of legs with rods at one orientation, all of it in numbers every operation of which is
/// rounded by itself: the host's to the last bit.
namespace hexscan {

/// A slider leg as clearances need it. A lane can look at a limit: all legs' are as many as a warp has lanes, or fewer.
struct SliderOfMap {
    static constexpr int own_limits = static_cast<int>(SliderLimit::count);
    static constexpr int limits = own_limits + 2;  ///< that it can be stopped by

    SliderLeg leg;
    Vec3<double> offset_m;  ///< R b - a
    bool ahead;             ///< as slider_clearance_m() has it

    HEXSCAN_HD_INLINE bool keeps(Vec3<double> p) const { return exact_slider_keeps(leg, p + offset_m); }
    HEXSCAN_HD_INLINE exact::Number clearance_m(int limit, Vec3<double> p) const {
        return clearance_m(limit, slider_place(leg, p + offset_m));
    }
    HEXSCAN_HD_INLINE void clearances_m(Vec3<double> p, exact::Number (&clearances_m)[limits]) const {
        const SliderPlace at = slider_place(leg, p + offset_m);
        HEXSCAN_UNROLL
        for (int k = 0; k < limits; ++k) clearances_m[k] = clearance_m(k, at);
    }
    /// Whether the clearance of each limit, and not only the least, changes by no more than the platform moves, so near
    /// to where the least is that.
    HEXSCAN_HD_INLINE static bool tells_limits_apart(exact::Number, double) { return true; }

private:
    HEXSCAN_HD_INLINE exact::Number clearance_m(int limit, const SliderPlace& at) const {
        if (limit < own_limits) return slider_clearance_m(leg, ahead, static_cast<SliderLimit>(limit), at);
        return slider_joint_clearance_m(leg, limit == own_limits ? leg.carriage : leg.platform, at);
    }
};

/// The same of a rotary leg neither of whose joints is limited.
struct RotaryOfMap {
    static constexpr int limits = rotary_limits;

    RotaryLeg leg;
    Vec3<double> offset_m;
    bool ahead;

    HEXSCAN_HD_INLINE bool keeps(Vec3<double> p) const { return exact_rotary_keeps(leg, p + offset_m); }
    /// Within the leg's angles.
    HEXSCAN_HD_INLINE exact::Number clearance_m(int limit, Vec3<double> p) const {
        const Vec3<double> l_m = p + offset_m;
        return rotary_clearance_within_m(leg, ahead, static_cast<RotaryLimit>(limit), rotary_place(leg, l_m), l_m);
    }
    HEXSCAN_HD_INLINE void clearances_m(Vec3<double> p, exact::Number (&clearances_m)[limits]) const {
        const Vec3<double> l_m = p + offset_m;
        const RotaryClearances clearances = rotary_clearances(leg, ahead, rotary_place(leg, l_m), l_m);
        HEXSCAN_UNROLL
        for (int k = 0; k < limits; ++k) clearances_m[k] = clearances.m[k];
    }
    /// A leg that is nowhere near a limit stays within its angles.
    HEXSCAN_HD_INLINE static bool tells_limits_apart(exact::Number least_m, double within_m) {
        return least_m > within_m;
    }
};

/// What the kernel is given. `Rod` is one of the above.
template <class Rod>
struct RodClearanceScan {
    GridAxis<double> x, y, z;
    Rod legs[leg_count];
    int limits_of_leg;  ///< in the machine's table
    double doubt_m;     ///< the verdict decides the sign of clearances closer to 0 than this, which is all roundings
    double block_radius_m;  ///< of a ClearanceBlock, from above
};

template <class Rod>
__device__ __noinline__ bool exact_rods_keep(const RodClearanceScan<Rod>& scan, Vec3<double> p) {
    for (const Rod& leg : scan.legs)
        if (!leg.keeps(p)) return false;
    return true;
}

/// Limits by their bits, those of a leg one after the other.
struct NearestLimits {
    unsigned bits;
    bool apart;  ///< the legs that they are of tell them apart
};

/// The limits that can be the nearest anywhere in the warp's block: a lane looks at a limit. Farther at the block's
/// middle than the nearest by twice the block's radius is nowhere nearer; of a leg whose limits are not told apart
/// there, this is so of its least clearance.
template <class Rod>
__device__ inline NearestLimits nearest_limits_of_rods(const RodClearanceScan<Rod>& scan, const BlockCorner& block,
                                                       double z_m) {
    constexpr int limit_count = leg_count * Rod::limits;
    static_assert(limit_count <= warp_size);
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    const Vec3<double> p{middle_of_block(scan.x, block.column, ClearanceBlock::columns),
                         middle_of_block(scan.y, block.row, ClearanceBlock::rows), z_m};
    const double within_m = scan.block_radius_m + scan.doubt_m;
    double mine = INFINITY, least_of_leg = INFINITY;
    if (lane < limit_count) {
        exact::Number clearances_m[Rod::limits];
        scan.legs[lane / Rod::limits].clearances_m(p, clearances_m);
        HEXSCAN_UNROLL
        for (int k = 0; k < Rod::limits; ++k) {
            if (k == lane % Rod::limits) mine = clearances_m[k].value;
            if (clearances_m[k] < least_of_leg) least_of_leg = clearances_m[k].value;
        }
    }
    const bool apart = Rod::tells_limits_apart(least_of_leg, within_m);
    if (!apart) mine = least_of_leg;
    const double farthest = least_of_lanes(mine) + 2 * within_m;
    const bool near = lane < limit_count && !(mine > farthest);
    return {__ballot_sync(all_lanes, near), !__any_sync(all_lanes, near && !apart)};
}

/// A warp per ClearanceBlock, `warps` of them a block along the rows.
template <class Rod, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_rod_clearance_kernel(const __grid_constant__ RodClearanceScan<Rod> scan, const ClearanceMaps maps,
                                 int first_slice, int blocks_per_row) {
    constexpr int points = ClearanceBlock::lane_points;
    const int columns = scan.x.count;
    const BlockCorner block = clearance_block<warps>(blocks_per_row);
    if (block.column >= columns) return;
    const int slice = first_slice + static_cast<int>(blockIdx.z);
    const double z_m = grid_coordinate(scan.z, slice);
    const NearestLimits candidates = nearest_limits_of_rods(scan, block, z_m);

    const auto [first_column, row] = first_point(block);
    if (first_column >= columns || row >= scan.y.count) return;
    const double y_m = grid_coordinate(scan.y, row);
    const auto point = [&](int k) -> Vec3<double> { return {grid_coordinate(scan.x, first_column + k), y_m, z_m}; };
    LeastClearance<exact::Number> least[points];
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k) least[k] = nothing_looked_at<exact::Number>();
    const auto look_at = [&](int k, exact::Number clearance_m, int leg, int limit) {
        if (clearance_m < least[k].clearance_m) least[k] = {clearance_m, 1 + leg * scan.limits_of_leg + limit};
    };
    const bool told = (candidates.bits & (candidates.bits - 1)) == 0;
    for (unsigned left = candidates.apart ? candidates.bits : 0; left != 0; left &= left - 1) {
        const int leg = lowest_bit(left) / Rod::limits, limit = lowest_bit(left) % Rod::limits;
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k)
            look_at(k, told && !maps.clearance_m ? exact::Number(0) : scan.legs[leg].clearance_m(limit, point(k)), leg,
                    limit);
    }
    for (int leg = 0; !candidates.apart && leg < leg_count; ++leg) {
        if ((candidates.bits >> leg * Rod::limits & ((1U << Rod::limits) - 1)) == 0) continue;
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) {
            exact::Number clearances_m[Rod::limits];
            scan.legs[leg].clearances_m(point(k), clearances_m);
            HEXSCAN_UNROLL
            for (int limit = 0; limit < Rod::limits; ++limit) look_at(k, clearances_m[limit], leg, limit);
        }
    }
    float clearance_m[points]{};
    int limit[points];
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k) {
        limit[k] = least[k].limit;
        if (!maps.clearance_m) continue;
        const double exact_m = least[k].clearance_m.value;
        const bool doubtful = !(fabs(exact_m) > scan.doubt_m) && first_column + k < columns;
        clearance_m[k] = mapped_clearance(exact_m, doubtful ? exact_rods_keep(scan, point(k)) : exact_m >= 0);
    }
    store_points(maps, row_of_grid(slice, row, scan.y.count), first_column, columns, clearance_m, limit);
}

}  // namespace hexscan
