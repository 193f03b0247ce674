#pragma once

#include <cmath>
#include <cstdint>

#include "clearance_block.cuh"
#include "kernels/maps/map_tuning.h"
#include "kernels/maps/quick_rods.h"
#include "kernels/resident_blocks.h"
#include "kernels/sets/set_scan.h"
#include "least_clearance.h"
#include "rotary_clearance.h"
#include "slider_clearance.h"
#include "telescopic_limits.h"

/// Maps of clearance and of the nearest limit for legs with rods, at one orientation. Single precision finds the
/// nearest limit. If it cannot decide, exact arithmetic does, which rounds each operation separately. Exact arithmetic
/// also computes the clearance. The results equal the host's to the last bit.
namespace hexscan {

/// A slider in the form that clearances need. All legs together have at most as many limits as a warp has lanes, so
/// each lane evaluates one limit. Joint limits have no form in single precision.
struct SliderOfMap {
    using Quick = QuickSlider<float>;
    static constexpr int own_limits = Quick::limits;
    static constexpr int limits = own_limits + 2;  ///< its own limits, and one for each joint

    SliderLeg leg;
    Vec3<double> offset_m;     ///< R b - a
    bool ahead;                ///< as in slider_clearance_m()
    Quick quick;               ///< its own limits in single precision
    QuickSlider<double> fine;  ///< its own limits in double precision
    int twin;  ///< number of another slider that equals this one except for a small shift; this slider's own number if
               ///< there is none
    double twin_apart_m;  ///< the length of that shift

    HEXSCAN_HD_INLINE bool keeps(Vec3<double> p) const { return exact_slider_keeps(leg, p + offset_m); }
    /// True if the limit has no form in single precision and needs the exact test.
    HEXSCAN_HD_INLINE bool is_left_to_exact(int limit) const {
        return limit >= own_limits && joint(limit).is_limited();
    }
    HEXSCAN_HD_INLINE exact::Number clearance_m(int limit, bool, Vec3<double> p) const {
        return clearance_m(limit, slider_place(leg, p + offset_m));
    }
    HEXSCAN_HD_INLINE void clearances_m(Vec3<double> p, exact::Number (&clearances_m)[limits]) const {
        const SliderPlace at = slider_place(leg, p + offset_m);
        HEXSCAN_UNROLL
        for (int k = 0; k < limits; ++k) clearances_m[k] = clearance_m(k, at);
    }

private:
    HEXSCAN_HD_INLINE const RodEnd& joint(int limit) const { return limit == own_limits ? leg.carriage : leg.platform; }
    HEXSCAN_HD_INLINE exact::Number clearance_m(int limit, const SliderPlace& at) const {
        if (limit < own_limits) return slider_clearance_m(leg, ahead, static_cast<SliderLimit>(limit), at);
        return slider_joint_clearance_m(leg, joint(limit), at);
    }
};

/// A rotary leg without joint limits, in the form that clearances need.
struct RotaryOfMap {
    using Quick = QuickRotary;
    static constexpr int limits = Quick::limits;

    RotaryLeg leg;
    Vec3<double> offset_m;
    bool ahead;
    Quick quick;

    HEXSCAN_HD_INLINE bool keeps(Vec3<double> p) const { return exact_rotary_keeps(leg, p + offset_m); }
    HEXSCAN_HD_INLINE bool is_left_to_exact(int) const { return false; }
    /// The clearance of one limit. `violated` matters only for the two ends of the range of angles: if it is true, the
    /// leg is beyond the range at this end.
    HEXSCAN_HD_INLINE exact::Number clearance_m(int limit, bool violated, Vec3<double> p) const {
        const Vec3<double> l_m = p + offset_m;
        const RotaryPlace at = rotary_place(leg, l_m);
        if (!violated || limit < static_cast<int>(RotaryLimit::angle_from))
            return rotary_clearance_within_m(leg, ahead, static_cast<RotaryLimit>(limit), at, l_m);
        return rotary_clearance_beyond_m(from_arm_end(leg, l_m, leg.from), from_arm_end(leg, l_m, leg.to),
                                         rotary_clearance_within_m(leg, ahead, RotaryLimit::reach, at, l_m),
                                         rotary_clearance_within_m(leg, ahead, RotaryLimit::fold, at, l_m));
    }
    HEXSCAN_HD_INLINE void clearances_m(Vec3<double> p, exact::Number (&clearances_m)[limits]) const {
        const Vec3<double> l_m = p + offset_m;
        const RotaryClearances clearances = rotary_clearances(leg, ahead, rotary_place(leg, l_m), l_m);
        HEXSCAN_UNROLL
        for (int k = 0; k < limits; ++k) clearances_m[k] = clearances.m[k];
    }
};

/// The kernel's input. `Rod` is one of the types above.
template <class Rod>
struct RodClearanceScan {
    GridAxis<double> x, y, z;
    struct {
        GridAxis<float> x, y, z;
    } seen;  ///< relative to the middle of the grid, so that floats are accurate far from the machine's origin
    Rod legs[leg_count];
    bool has_twins;
    int limits_of_leg;    ///< number of limits per leg in the machine's table
    double doubt_m;       ///< Rounding bound: if a clearance is closer to 0 than this, the verdict decides its sign.
    double fine_doubt_m;  ///< Rounding bound of a slider's clearance in double precision.
    float quick_doubt_m;  ///< Rounding bound of single-precision clearances, and of lengths whose sign they use.
    float within_m;       ///< Upper bound on a ClearanceBlock's radius plus all rounding bounds above.
};

template <class Rod>
__device__ __noinline__ bool exact_rods_keep(const RodClearanceScan<Rod>& scan, Vec3<double> p) {
    for (const Rod& leg : scan.legs)
        if (!leg.keeps(p)) return false;
    return true;
}

/// The exact clearance of one limit of a leg. Not inlined: with fewer registers per thread, more warps run at once and
/// hide latency.
template <class Rod>
__device__ __noinline__ double exact_clearance_m(const Rod& leg, int limit, bool violated, Vec3<double> p) {
    return leg.clearance_m(limit, violated, p).value;
}

/// A set of limits, one bit each, leg after leg.
struct NearestLimits {
    unsigned bits;
    unsigned violated;  ///< the limits that are violated at the block's middle
    bool apart;         ///< true if single precision may choose between limits of the same leg

    __device__ bool is_violated(int bit) const { return (violated >> bit & 1) != 0; }
    __device__ bool is_one() const { return (bits & (bits - 1)) == 0; }
};

template <class Rod>
constexpr unsigned limits_of_one_leg = (1U << Rod::limits) - 1;

/// The least exact clearance of a point over `limits`. If `candidates.apart` is false, it is the least one over all
/// limits of their legs.
template <class Rod>
__device__ __noinline__ LeastClearance<double> exact_least_clearance(const RodClearanceScan<Rod>& scan, Vec3<double> p,
                                                                     const NearestLimits& candidates, unsigned limits) {
    LeastClearance<double> least = nothing_looked_at<double>();
    const auto look_at = [&](exact::Number clearance_m, int leg, int limit) {
        if (clearance_m.value < least.clearance_m)
            least = {clearance_m.value, limit_number(leg, limit, scan.limits_of_leg)};
    };
    for (unsigned left = candidates.apart ? limits : 0; left != 0; left &= left - 1) {
        const int bit = lowest_bit(left), leg = bit / Rod::limits, limit = bit % Rod::limits;
        look_at(scan.legs[leg].clearance_m(limit, candidates.is_violated(bit), p), leg, limit);
    }
    for (int leg = 0; !candidates.apart && leg < leg_count; ++leg) {
        if ((limits >> leg * Rod::limits & limits_of_one_leg<Rod>) == 0) continue;
        exact::Number clearances_m[Rod::limits];
        scan.legs[leg].clearances_m(p, clearances_m);
        HEXSCAN_UNROLL
        for (int limit = 0; limit < Rod::limits; ++limit) look_at(clearances_m[limit], leg, limit);
    }
    return least;
}

template <class Real>
__device__ inline Vec3<Real> middle_of(const GridAxis<Real>& x, const GridAxis<Real>& y, const GridAxis<Real>& z,
                                       const BlockCorner& block, int slice) {
    return {middle_of_block(x, block.column, ClearanceBlock::columns),
            middle_of_block(y, block.row, ClearanceBlock::rows), grid_coordinate(z, slice)};
}

/// A lane's values at the middle of its warp's block: the clearance of the lane's limit, the least clearance of the
/// limit's leg, and QuickClearances::signs_hold_m.
struct LaneClearances {
    float clearance_m, least_of_leg_m, signs_hold_m;
};

/// Computes these values exactly. Not inlined, because it is rarely needed: single precision decides almost every sign.
template <class Rod>
__device__ __noinline__ LaneClearances exact_clearances(const Rod& leg, int limit, Vec3<double> p) {
    exact::Number clearances_m[Rod::limits];
    leg.clearances_m(p, clearances_m);
    LaneClearances found{INFINITY, INFINITY, 0};
    HEXSCAN_UNROLL
    for (int k = 0; k < Rod::limits; ++k) {
        const auto clearance_m = static_cast<float>(clearances_m[k].value);
        if (k == limit) found.clearance_m = clearance_m;
        found.least_of_leg_m = fminf(found.least_of_leg_m, clearance_m);
    }
    return found;
}

template <class Rod>
__device__ inline LaneClearances look_at_limit(const RodClearanceScan<Rod>& scan, const Rod& leg, int limit,
                                               const BlockCorner& block, int slice) {
    const auto quick =
        leg.quick.clearances(leg.quick.axes.place(middle_of(scan.seen.x, scan.seen.y, scan.seen.z, block, slice)));
    LaneClearances found{INFINITY, INFINITY, quick.signs_hold_m};
    HEXSCAN_UNROLL
    for (int k = 0; k < Rod::Quick::limits; ++k) {
        if (k == limit) found.clearance_m = quick.m[k];
        found.least_of_leg_m = fminf(found.least_of_leg_m, quick.m[k]);
    }
    if (!(found.signs_hold_m > scan.quick_doubt_m))
        return exact_clearances(leg, limit, middle_of(scan.x, scan.y, scan.z, block, slice));
    if (leg.is_left_to_exact(limit))
        found.clearance_m =
            static_cast<float>(exact_clearance_m(leg, limit, false, middle_of(scan.x, scan.y, scan.z, block, slice)));
    return found;
}

/// Two sliders are twins if they differ only by a shift d. This function returns true if the twin of the lane's slider
/// has a smaller clearance of the same limit in the whole block. If f is the clearance of one, the clearance of the
/// other is f(p + d). Their difference changes by at most |d| times the angle by which the gradient of f turns.
__device__ inline bool is_behind_its_twin(const RodClearanceScan<SliderOfMap>& scan, const BlockCorner& block,
                                          int slice) {
    constexpr int limits = SliderOfMap::limits;
    const int lane = static_cast<int>(threadIdx.x % warp_size), limit = lane % limits;
    const bool has_twin = lane < leg_count * limits && limit < SliderOfMap::own_limits;
    const SliderOfMap& leg = scan.legs[has_twin ? lane / limits : 0];
    const Vec3<double> at = leg.fine.axes.place(middle_of(scan.x, scan.y, scan.z, block, slice));
    const double mine_m = leg.fine.clearance_m(limit, false, at);
    const double farther_m = mine_m - __shfl_sync(all_lanes, mine_m, has_twin ? leg.twin * limits + limit : lane);
    const auto bend = leg.fine.bend(limit, at);
    const double within_m = double{scan.within_m} + 2 * leg.twin_apart_m;
    return has_twin && bend.same_m > within_m && bend.radius_m > 2 * within_m &&
           farther_m > leg.twin_apart_m * (within_m / (bend.radius_m - within_m)) + 2 * scan.fine_doubt_m;
}

/// The limits that can be nearest anywhere in the warp's block. Each lane evaluates one limit. A limit is never nearest
/// if, at the block's middle, it is farther away than the nearest one by twice the block's radius.
///
/// A leg's least clearance changes by at most the distance that the platform moves. The same is true for each single
/// clearance if the leg is far from all limits, or if one formula applies in the whole block. Otherwise the leg's least
/// clearance represents all of them, and `apart` becomes false.
template <class Rod>
__device__ inline NearestLimits nearest_limits_of_rods(const RodClearanceScan<Rod>& scan, const BlockCorner& block,
                                                       int slice) {
    constexpr int limit_count = leg_count * Rod::limits;
    static_assert(limit_count <= warp_size);
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    LaneClearances mine{INFINITY, INFINITY, INFINITY};
    if (lane < limit_count) mine = look_at_limit(scan, scan.legs[lane / Rod::limits], lane % Rod::limits, block, slice);
    const bool apart = mine.least_of_leg_m > scan.within_m || mine.signs_hold_m > scan.within_m;
    if (!apart) mine.clearance_m = mine.least_of_leg_m;
    const float farthest_m = least_of_lanes(mine.clearance_m) + 2 * scan.within_m;
    bool near = lane < limit_count && !(mine.clearance_m > farthest_m);
    if constexpr (requires(const Rod& leg) { leg.twin; })
        if (scan.has_twins && is_behind_its_twin(scan, block, slice)) near = false;
    return {__ballot_sync(all_lanes, near), __ballot_sync(all_lanes, mine.clearance_m < 0),
            !__any_sync(all_lanes, near && !apart)};
}

/// The least clearance of a point, and the bits of the limits that may attain it. A clearance that is smaller than all
/// previous ones by more than a window replaces them. A clearance that is larger than the least one by more than a
/// window is ignored.
template <class Real>
struct QuickLeast {
    Real least_m = INFINITY;
    unsigned near = 0;

    __device__ void look_at(Real clearance_m, int bit, Real window_m) {
        const bool nearest = clearance_m + window_m < least_m;
        const bool farther = clearance_m - window_m > least_m;
        near = (nearest || farther ? 0 : near) | (farther ? near : 1U << bit);
        least_m = clearance_m < least_m ? clearance_m : least_m;
    }
    __device__ bool is_certain() const { return (near & (near - 1)) == 0; }
};

/// Writes to an array element whose index is unknown at compile time, but keeps the array in registers.
template <class T, int size>
__device__ inline void put(T (&into)[size], int at, T value) {
    HEXSCAN_UNROLL
    for (int i = 0; i < size; ++i)
        if (i == at) into[i] = value;
}

/// Computes the maps of clearance and of the nearest limit.
/// Grid: warps of a slice / `warps` x 1 x slices. Block: `warps` warps. No shared memory. A thread has 4 points of a
/// row.
template <class Rod, int warps>
__global__ void __launch_bounds__(warps* warp_size, tuning::rod_clearance_blocks)
    hexapod_rod_clearance_kernel(const __grid_constant__ RodClearanceScan<Rod> scan, const ClearanceMaps maps,
                                 int first_slice, int blocks_per_row) {
    static_assert(are_resident(tuning::rod_clearance_blocks, warps * warp_size));
    constexpr int points = ClearanceBlock::lane_points;
    const int columns = scan.x.count;
    const BlockCorner block = clearance_block<warps>(blocks_per_row);
    if (block.column >= columns) return;
    const int slice = first_slice + static_cast<int>(blockIdx.z);
    const NearestLimits candidates = nearest_limits_of_rods(scan, block, slice);

    const auto [column, row] = first_point(block);
    const int first_column = column;
    if (first_column >= columns || row >= scan.y.count) return;
    const float y_m = grid_coordinate(scan.seen.y, row), z_m = grid_coordinate(scan.seen.z, slice);
    const auto place = [&](const Rod& leg, int k) {
        return leg.quick.axes.place({grid_coordinate(scan.seen.x, first_column + k), y_m, z_m});
    };
    const auto point = [&, row = row](int k) -> Vec3<double> {
        return {grid_coordinate(scan.x, first_column + k), grid_coordinate(scan.y, row),
                grid_coordinate(scan.z, slice)};
    };
    QuickLeast<float> least[points];
    const bool is_certain = candidates.apart && candidates.is_one();
    const auto look_at_limits = [&]<class Real>(QuickLeast<Real>* of_points, unsigned limits, Real window_m,
                                                const auto& clearance_of_m) {
        for (unsigned left = limits; left != 0; left &= left - 1) {
            const int bit = lowest_bit(left), limit = bit % Rod::limits;
            const Rod& leg = scan.legs[bit / Rod::limits];
            const bool violated = candidates.is_violated(bit);
            Real clearances_m[points];
            HEXSCAN_UNROLL
            for (int k = 0; k < points; ++k) clearances_m[k] = clearance_of_m(leg, limit, violated, k);
            if (leg.is_left_to_exact(limit)) {
                HEXSCAN_ROLLED
                for (int k = 0; k < points; ++k)
                    put(clearances_m, k, static_cast<Real>(exact_clearance_m(leg, limit, violated, point(k))));
            }
            HEXSCAN_UNROLL
            for (int k = 0; k < points; ++k) of_points[k].look_at(clearances_m[k], bit, window_m);
        }
    };
    if (is_certain) {
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) least[k].near = candidates.bits;
    } else if (candidates.apart) {
        look_at_limits(least, candidates.bits, 2 * scan.quick_doubt_m,
                       [&](const Rod& leg, int limit, bool violated, int k) {
                           return leg.quick.clearance_m(limit, violated, place(leg, k));
                       });
    }
    unsigned close = 0;  // one bit per point: single precision cannot decide
    // If `apart` is false, single precision must not choose between limits of the same leg. So all limits of each
    // candidate leg are evaluated. This case arises only for arms, whose limits all have a form in single precision.
    for (int i = 0; !candidates.apart && i < leg_count; ++i) {
        if ((candidates.bits >> i * Rod::limits & limits_of_one_leg<Rod>) == 0) continue;
        const Rod& leg = scan.legs[i];
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) {
            const auto clearances = leg.quick.clearances(place(leg, k));
            HEXSCAN_UNROLL
            for (int limit = 0; limit < Rod::Quick::limits; ++limit)
                least[k].look_at(clearances.m[limit], i * Rod::limits + limit, 2 * scan.quick_doubt_m);
            if (!(clearances.signs_hold_m > scan.quick_doubt_m)) close |= 1U << k;
        }
    }
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k)
        if (!least[k].is_certain()) close |= 1U << k;
    if constexpr (requires(const Rod& leg) { leg.fine; }) {
        if (close != 0 && candidates.apart) {
            QuickLeast<double> finest[points];
            unsigned near = 0;
            Vec3<double> p[points];
            HEXSCAN_UNROLL
            for (int k = 0; k < points; ++k) {
                p[k] = point(k);
                near |= (close >> k & 1) != 0 ? least[k].near : 0;
            }
            look_at_limits(finest, near, 2 * scan.fine_doubt_m, [&](const Rod& leg, int limit, bool violated, int k) {
                return leg.fine.clearance_m(limit, violated, leg.fine.axes.place(p[k]));
            });
            HEXSCAN_UNROLL
            for (int k = 0; k < points; ++k) {
                if ((close >> k & 1) == 0) continue;
                least[k].near = finest[k].near;
                if (finest[k].is_certain()) close &= ~(1U << k);
            }
        }
    }
    float clearance_m[points]{};
    int limit[points];
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k) {
        const int bit = lowest_bit(least[k].near);
        limit[k] = limit_number(bit / Rod::limits, bit % Rod::limits, scan.limits_of_leg);
    }
    // The loop is rolled, because the exact code is long.
    HEXSCAN_ROLLED
    for (int k = 0; (maps.clearance_m || close >> k != 0) && k < points && first_column + k < columns; ++k) {
        const Vec3<double> p = point(k);
        QuickLeast<float> nearest = least[0];
        HEXSCAN_UNROLL
        for (int i = 1; i < points; ++i)
            if (i == k) nearest = least[i];
        double exact_m = 0;
        if ((close >> k & 1) != 0) {
            const LeastClearance<double> exact_least =
                exact_least_clearance(scan, p, candidates, candidates.apart ? nearest.near : candidates.bits);
            exact_m = exact_least.clearance_m;
            put(limit, k, exact_least.limit);
        } else if (maps.clearance_m) {
            const int bit = lowest_bit(nearest.near);
            const bool violated = candidates.apart ? candidates.is_violated(bit) : nearest.least_m < 0;
            exact_m = exact_clearance_m(scan.legs[bit / Rod::limits], bit % Rod::limits, violated, p);
        }
        const bool doubtful = maps.clearance_m && !(fabs(exact_m) > scan.doubt_m);
        put(clearance_m, k, mapped_clearance(exact_m, doubtful ? exact_rods_keep(scan, p) : exact_m >= 0));
    }
    store_points(maps, row_of_grid(slice, row, scan.y.count), first_column, columns, clearance_m, limit);
}

}  // namespace hexscan
