#pragma once

#include <cstdint>

#include "clearance_block.cuh"
#include "kernels/sets/set_scan.h"
#include "least_clearance.h"
#include "rod_guess.h"

/// Clearance and active limit of legs with rods at one orientation. Which limit is the nearest is guessed in float
/// (rod_guess.h). How near it is, and which it is where a guess cannot tell, is computed in numbers every operation of
/// which is rounded by itself: the host's to the last bit.
namespace hexscan {

/// A slider leg as clearances need it. A lane can look at a limit: all legs' are as many as a warp has lanes, or fewer.
struct SliderOfMap {
    static constexpr int own_limits = GuessedSlider::limits;
    static constexpr int limits = own_limits + 2;  ///< that it can be stopped by

    SliderLeg leg;
    Vec3<double> offset_m;  ///< R b - a
    bool ahead;             ///< as slider_clearance_m() has it
    bool carriage_limited, platform_limited;
    GuessedSlider guess;

    HEXSCAN_HD_INLINE bool keeps(Vec3<double> p) const { return exact_slider_keeps(leg, p + offset_m); }
    /// Shows each clearance of those limits, exactly.
    template <class Look>
    HEXSCAN_HD_INLINE void look_at(unsigned limits_asked, bool /*kept*/, Vec3<double> p, const Look& look) const {
        const SliderPlace at = slider_place(leg, p + offset_m);
        HEXSCAN_UNROLL
        for (int k = 0; k < limits; ++k)
            if (limits_asked >> k & 1) look(k, clearance_m(k, at));
    }
    /// Of the limits that are asked; the others stay infinite. Each clearance changes by no more than the platform
    /// moves. Those of joints are not guessed, but rounded.
    template <class Exactly>
    HEXSCAN_HD_INLINE GuessedClearances<limits> guessed(unsigned asked, Vec3<float> p, const Exactly& exactly) const {
        GuessedClearances<limits> guesses{{}, INFINITY, false};
        guess.clearances_m(asked, p, guesses.m);
        guesses.m[own_limits] = guesses.m[own_limits + 1] = INFINITY;
        if (carriage_limited && (asked >> own_limits & 1)) guesses.m[own_limits] = joint_m(own_limits, exactly());
        if (platform_limited && asked >> (own_limits + 1))
            guesses.m[own_limits + 1] = joint_m(own_limits + 1, exactly());
        return guesses;
    }

private:
    HEXSCAN_HD_INLINE exact::Number clearance_m(int limit, const SliderPlace& at) const {
        if (limit < own_limits) return slider_clearance_m(leg, ahead, static_cast<SliderLimit>(limit), at);
        return slider_joint_clearance_m(leg, limit == own_limits ? leg.carriage : leg.platform, at);
    }
    HEXSCAN_HD_OUTLINE float joint_m(int limit, Vec3<double> p) const {
        return static_cast<float>(clearance_m(limit, slider_place(leg, p + offset_m)).value);
    }
};

/// The same of a rotary leg neither of whose joints is limited.
struct RotaryOfMap {
    static constexpr int limits = rotary_limits;

    RotaryLeg leg;
    Vec3<double> offset_m;
    bool ahead;
    GuessedRotary guess;

    HEXSCAN_HD_INLINE bool keeps(Vec3<double> p) const { return exact_rotary_keeps(leg, p + offset_m); }
    /// `kept`: it is known that the leg is within its angles.
    template <class Look>
    HEXSCAN_HD_INLINE void look_at(unsigned limits_asked, bool kept, Vec3<double> p, const Look& look) const {
        const Vec3<double> l_m = p + offset_m;
        const RotaryPlace at = rotary_place(leg, l_m);
        if (kept || limits_asked >> static_cast<int>(RotaryLimit::angle_from) == 0) {
            HEXSCAN_UNROLL
            for (int k = 0; k < limits; ++k)
                if (limits_asked >> k & 1)
                    look(k, rotary_clearance_within_m(leg, ahead, static_cast<RotaryLimit>(k), at, l_m));
            return;
        }
        const RotaryClearances clearances = rotary_clearances(leg, ahead, at, l_m);
        HEXSCAN_UNROLL
        for (int k = 0; k < limits; ++k)
            if (limits_asked >> k & 1) look(k, clearances.m[k]);
    }
    template <class Exactly>
    HEXSCAN_HD_INLINE GuessedClearances<limits> guessed(unsigned asked, Vec3<float> p,
                                                        const Exactly& /*exactly*/) const {
        return guess.clearances(asked, p);
    }
};

/// What the kernel is given. `Rod` is one of the above.
template <class Rod>
struct RodClearanceScan {
    GridAxis<double> x, y, z;
    GridAxis<float> guess_x, guess_y, guess_z;  ///< relative to the middle of the grid
    Rod legs[leg_count];
    int limits_of_leg;     ///< in the machine's table
    double doubt_m;        ///< the verdict decides the sign of clearances closer to 0 than this, which is all roundings
    float guess_off_m;     ///< what guesses are off by at most, roundings of exact clearances included
    float block_radius_m;  ///< of a ClearanceBlock, from above
};

template <class Rod>
__device__ __noinline__ bool exact_rods_keep(const RodClearanceScan<Rod>& scan, Vec3<double> p) {
    for (const Rod& leg : scan.legs)
        if (!leg.keeps(p)) return false;
    return true;
}

/// The bits of a leg among those of all limits, which lie one leg after the other.
template <class Rod>
HEXSCAN_HD_INLINE unsigned bits_of_leg(unsigned bits, int leg) {
    return bits >> leg * Rod::limits & ((1U << Rod::limits) - 1);
}

/// A limit by its leg's number times Rod::limits and its own, and its clearance.
struct ExactNearest {
    double clearance_m;
    int bit;
};

/// The nearest of some limits, exactly: out of line, because few points need it. `kept` has bits of legs that are known
/// to be within their angles.
template <class Rod>
__device__ __noinline__ ExactNearest exact_nearest(const RodClearanceScan<Rod>& scan, unsigned bits, unsigned kept,
                                                   Vec3<double> p) {
    ExactNearest nearest{INFINITY, 0};
    for (unsigned left = bits; left != 0;) {
        const int leg = lowest_bit(left) / Rod::limits, first = leg * Rod::limits;
        const unsigned limits = bits_of_leg<Rod>(left, leg);
        left &= ~(limits << first);
        scan.legs[leg].look_at(limits, bits_of_leg<Rod>(kept, leg) != 0, p, [&](int k, exact::Number clearance_m) {
            if (clearance_m < nearest.clearance_m) nearest = {clearance_m.value, first + k};
        });
    }
    return nearest;
}

/// Limits by their bits, those of a leg one after the other.
struct NearestLimits {
    unsigned bits;
    unsigned kept;  ///< those of legs that are within their angles all over the block
};

/// The limits that can be the nearest anywhere in the warp's block: a lane looks at a limit. Farther at the block's
/// middle than the nearest by twice the block's radius is nowhere nearer; of a leg for which the block is not settled,
/// this is so of its least clearance, and a leg for which not even the middle is stays in all its limits.
template <class Rod>
__device__ inline NearestLimits nearest_limits_of_rods(const RodClearanceScan<Rod>& scan, const BlockCorner& block,
                                                       int slice) {
    constexpr int limit_count = leg_count * Rod::limits;
    static_assert(limit_count <= warp_size);
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    const Vec3<float> p{middle_of_block(scan.guess_x, block.column, ClearanceBlock::columns),
                        middle_of_block(scan.guess_y, block.row, ClearanceBlock::rows),
                        grid_coordinate(scan.guess_z, slice)};
    const auto exactly = [&]() -> Vec3<double> {
        return {middle_of_block(scan.x, block.column, ClearanceBlock::columns),
                middle_of_block(scan.y, block.row, ClearanceBlock::rows), grid_coordinate(scan.z, slice)};
    };
    const float within_m = scan.block_radius_m + scan.guess_off_m;
    float mine_m = INFINITY;
    bool sure = true, kept = false;
    if (lane < limit_count) {
        const GuessedClearances<Rod::limits> guesses = scan.legs[lane / Rod::limits].guessed(~0U, p, exactly);
        float least_m = INFINITY;
        HEXSCAN_UNROLL
        for (int k = 0; k < Rod::limits; ++k) {
            if (k == lane % Rod::limits) mine_m = guesses.m[k].value;
            least_m = fminf(least_m, guesses.m[k].value);
        }
        sure = guesses.settled_m.value > scan.guess_off_m;
        const bool settled = guesses.settled_m.value > within_m;
        kept = settled && guesses.kept;
        if (!settled) mine_m = sure ? least_m : INFINITY;
    }
    const float farthest_m = least_of_lanes(mine_m) + 2 * within_m;
    const bool near = lane < limit_count && (!sure || !(mine_m > farthest_m));
    return {__ballot_sync(all_lanes, near), __ballot_sync(all_lanes, kept)};
}

/// The nearest of a point's limits by their guesses.
struct GuessedNearest {
    float least_m = INFINITY;
    unsigned close = 0;  ///< those that may be the nearest
    unsigned kept = 0;   ///< of legs that are known to be within their angles
    bool lost = false;   ///< nothing is known of the point

    HEXSCAN_HD_INLINE void look_at(float clearance_m, unsigned limit, float off_m) {
        if (clearance_m < least_m - 2 * off_m) close = 0;
        if (!(clearance_m > least_m + 2 * off_m)) close |= limit;
        least_m = fminf(least_m, clearance_m);
    }
};

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
    const NearestLimits candidates = nearest_limits_of_rods(scan, block, slice);

    const auto [column, row] = first_point(block);
    const int first_column = column, own_row = row;
    if (first_column >= columns || own_row >= scan.y.count) return;
    const auto point = [&](int k) -> Vec3<double> {
        return {grid_coordinate(scan.x, first_column + k), grid_coordinate(scan.y, own_row),
                grid_coordinate(scan.z, slice)};
    };
    GuessedNearest nearest[points];
    const bool told = (candidates.bits & (candidates.bits - 1)) == 0;
    if (told) {
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) {
            nearest[k].close = candidates.bits;
            nearest[k].kept = candidates.kept;
        }
    } else {
        const float y_m = grid_coordinate(scan.guess_y, own_row), z_m = grid_coordinate(scan.guess_z, slice);
        HEXSCAN_ROLLED
        for (int leg = 0; leg < leg_count; ++leg) {
            const unsigned limits = bits_of_leg<Rod>(candidates.bits, leg);
            if (limits == 0) continue;
            HEXSCAN_UNROLL
            for (int k = 0; k < points; ++k) {
                const GuessedClearances<Rod::limits> guesses = scan.legs[leg].guessed(
                    limits, {grid_coordinate(scan.guess_x, first_column + k), y_m, z_m}, [&] { return point(k); });
                HEXSCAN_UNROLL
                for (int limit = 0; limit < Rod::limits; ++limit)
                    if (limits >> limit & 1)
                        nearest[k].look_at(guesses.m[limit].value, 1U << limit << leg * Rod::limits, scan.guess_off_m);
                if (guesses.kept) nearest[k].kept |= limits << leg * Rod::limits;
                nearest[k].lost = nearest[k].lost || !(guesses.settled_m.value > scan.guess_off_m);
            }
        }
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k)
            if (nearest[k].lost) {
                nearest[k].close = candidates.bits;
                nearest[k].kept = 0;
            }
    }
    float clearance_m[points]{};
    int limit[points];
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k) {
        const unsigned close = nearest[k].close;
        int bit = lowest_bit(close);
        if (first_column + k < columns && (maps.clearance_m || (close & (close - 1)) != 0)) {
            const ExactNearest exact = exact_nearest(scan, close, nearest[k].kept, point(k));
            bit = exact.bit;
            const bool doubtful = maps.clearance_m && !(fabs(exact.clearance_m) > scan.doubt_m);
            clearance_m[k] = mapped_clearance(exact.clearance_m,
                                              doubtful ? exact_rods_keep(scan, point(k)) : exact.clearance_m >= 0);
        }
        limit[k] = 1 + bit / Rod::limits * scan.limits_of_leg + bit % Rod::limits;
    }
    store_points(maps, row_of_grid(slice, own_row, scan.y.count), first_column, columns, clearance_m, limit);
}

}  // namespace hexscan
