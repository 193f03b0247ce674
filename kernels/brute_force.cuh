#pragma once

#include <cstdint>

#include "kernel_tuning.h"
#include "kernels/sets/orientation_set.h"
#include "kinematics.h"
#include "least_clearance.h"

/// Tests every orientation at every point in double precision, one after the other, without cells, bounds or closed
/// forms. The fast kernels of a device are verified against this kernel.
namespace hexscan {

/// The scan that the brute-force kernel reads.
struct BruteForceScan {
    GridAxis<double> x, y, z;
    OrientationTables set;
    FreeLeg legs[leg_count];
    LegLimits<double> limits[leg_count];
    bool inclusive;
};

/// The addresses of the results, which have one number per point. The address is null for a result that is not
/// requested. In an inclusive workspace, `everywhere` also needs one of the last three, for which all orientations are
/// tested.
struct BruteForceAnswers {
    std::uint8_t* reachable;    ///< 1 if the point is reachable at every orientation or, for an inclusive workspace, at
                                ///< one of them
    std::uint8_t* everywhere;   ///< 1 if the point is reachable at every orientation
    std::uint8_t* rings;        ///< for a set of tilts: the ring of the first orientation at which the point is
                                ///< unreachable, or the number of rings if the point is always reachable
    std::uint32_t* reached_at;  ///< number of orientations at which the point is reachable
    double* clearance_m;        ///< the least clearance over all orientations
    std::uint8_t* limit;        ///< number of the limit that attains that clearance
};

using tuning::orientations_per_round;

/// Grid: columns / `threads` x rows x slices. Block: `threads`. Shared memory: the legs of 32 orientations. A thread
/// tests one point. A block stops as soon as further orientations cannot change its results.
template <int threads>
__global__ void __launch_bounds__(threads)
    hexapod_brute_force_kernel(const __grid_constant__ BruteForceScan scan, const BruteForceAnswers answers,
                               int first_slice) {
    static_assert(threads >= orientations_per_round * leg_count);
    __shared__ Leg<double> legs[orientations_per_round][leg_count];
    const int column = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
    const bool inside = column < scan.x.count;
    const int row = static_cast<int>(blockIdx.y), slice = first_slice + static_cast<int>(blockIdx.z);
    const Vec3<double> p{grid_coordinate(scan.x, inside ? column : 0), grid_coordinate(scan.y, row),
                         grid_coordinate(scan.z, slice)};
    const std::int64_t count = orientation_count(scan.set);
    const bool numbers = answers.reached_at || answers.clearance_m || answers.limit;
    std::int64_t first_lost = count;
    std::uint32_t reached = 0;
    LeastClearance<exact::Number> least = nothing_looked_at<exact::Number>();
    for (std::int64_t begin = 0; begin < count; begin += orientations_per_round) {
        const bool settled =
            !inside || (scan.inclusive ? reached > 0 && (!answers.rings || first_lost < count) : first_lost < count);
        if (__syncthreads_and(settled && !numbers)) break;
        const int mine = static_cast<int>(threadIdx.x);
        if (mine < orientations_per_round * leg_count && begin + mine / leg_count < count)
            legs[mine / leg_count][mine % leg_count] =
                exact_leg_at(scan.legs[mine % leg_count],
                             exact::rotation_at(scan.set, orientation_at(scan.set, begin + mine / leg_count)));
        __syncthreads();
        for (int o = 0; o < orientations_per_round && begin + o < count; ++o) {
            bool reachable = true;
            for (int i = 0; i < leg_count && reachable; ++i)
                reachable = exact_leg_within_limits(legs[o][i], exact_leg_row(legs[o][i], p.y, p.z), p.x);
            if (reachable)
                ++reached;
            else if (first_lost == count)
                first_lost = begin + o;
            if (answers.clearance_m || answers.limit)
                for (int i = 0; i < leg_count; ++i)
                    look_at(exact_leg_clearances(scan.limits[i], legs[o][i], p), i, least);
        }
        __syncthreads();
    }
    if (!inside) return;
    const std::size_t at = (static_cast<std::size_t>(blockIdx.z) * static_cast<std::size_t>(scan.y.count) +
                            static_cast<std::size_t>(row)) *
                               static_cast<std::size_t>(scan.x.count) +
                           static_cast<std::size_t>(column);
    if (answers.reachable) answers.reachable[at] = (scan.inclusive ? reached > 0 : first_lost == count) ? 1 : 0;
    if (answers.everywhere) answers.everywhere[at] = first_lost == count ? 1 : 0;
    if (answers.rings)
        answers.rings[at] = static_cast<std::uint8_t>(first_lost == count ? scan.set.counts[0]
                                                                          : orientation_at(scan.set, first_lost).at[0]);
    if (answers.reached_at) answers.reached_at[at] = reached;
    if (answers.clearance_m) answers.clearance_m[at] = least.clearance_m.value;
    if (answers.limit) answers.limit[at] = static_cast<std::uint8_t>(least.limit);
}

}  // namespace hexscan
