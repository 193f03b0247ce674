#pragma once

#include <cstdint>

#include "kernels/kinematics.h"
#include "kernels/ladder/launch_policy.h"
#include "kernels/ladder/slice_kernels.cuh"
#include "kernels/ladder/slice_window.h"
#include "kernels/scan_geometry.h"

/// Stages 8 and 9: the limits as squares and signs, several neighbouring points per thread, and what is the
/// same along a row computed once for all of them.
namespace hexscan {

/// Bit k of the answer: is the point at column first_column + k reachable?
template <int points>
__device__ inline std::uint32_t reachable_mask(const ScanGeometry<float>& scan, int first_column, float y_m,
                                               float z_m) {
    float x_m[points];
#pragma unroll
    for (int k = 0; k < points; ++k) x_m[k] = grid_coordinate(scan.x, first_column + k);
    std::uint32_t mask = (1U << points) - 1U;
#pragma unroll
    for (int i = 0; i < leg_count; ++i) {
        const Leg<float>& leg = scan.legs[i];
        const float ly = y_m + leg.offset_m.y;
        const float lz = z_m + leg.offset_m.z;
        const float yz_sq = ly * ly + lz * lz;
        const float base_e = leg.base_axis.y * ly + leg.base_axis.z * lz;
        const float platform_e = leg.platform_axis.y * ly + leg.platform_axis.z * lz;
#pragma unroll
        for (int k = 0; k < points; ++k) {
            const float lx = x_m[k] + leg.offset_m.x;
            const float q = lx * lx + yz_sq;
            const float base_d = leg.base_axis.x * lx + base_e;
            const float platform_d = leg.platform_axis.x * lx + platform_e;
            const bool within = (q >= leg.min_length_sq_m2) & (q <= leg.max_length_sq_m2) &
                                (base_d * fabsf(base_d) >= leg.base_signed_cos_sq * q) &
                                (platform_d * fabsf(platform_d) >= leg.platform_signed_cos_sq * q);
            if (!within) mask &= ~(1U << k);
        }
        if (mask == 0) break;
    }
    return mask;
}

/// The verdicts of a thread's points: bit k is that of the point k columns after `first`.
struct MaskedPoints {
    GridPoint first;
    bool inside;  ///< whether `first` lies on the grid; if not, the mask is empty
    std::uint32_t mask;
};

template <class Policy>
__device__ inline MaskedPoints masked_points(const ScanGeometry<float>& scan, const SliceWindow& window) {
    const GridPoint first = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice);
    if (first.column >= scan.x.count || first.row >= scan.y.count) return {first, false, 0};
    return {first, true,
            reachable_mask<Policy::launch.points_per_thread>(scan, first.column, grid_coordinate(scan.y, first.row),
                                                             grid_coordinate(scan.z, first.slice))};
}

/// Stage 8: four points, four bytes, one store where the row length allows it.
template <class Policy>
__global__ void __launch_bounds__(threads_per_block(Policy::launch), Policy::launch.least_blocks)
    hexapod_slice_kernel_squared(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    constexpr int points = Policy::launch.points_per_thread;
    static_assert(points == 4, "four verdict bytes make one 32-bit store");
    const MaskedPoints mine = masked_points<Policy>(scan, window);
    if (!mine.inside) return;
    std::uint8_t* const row = verdict_row(window, scan.y.count, mine.first.row, mine.first.slice);
    if (window.row_bytes % points == 0) {
        // Spreads bits 0 to 3 to bytes 0 to 3: copies of the mask 7 bits apart put bit k at bit 8 k.
        const std::uint32_t bytes = (mine.mask * 0x00204081U) & 0x01010101U;
        *reinterpret_cast<std::uint32_t*>(row + mine.first.column) = bytes;
        return;
    }
    for (int k = 0; k < points && mine.first.column + k < scan.x.count; ++k)
        row[mine.first.column + k] = static_cast<std::uint8_t>((mine.mask >> k) & 1U);
}

/// Stage 9: eight points, one byte. Bits beyond the last column are 0.
template <class Policy>
__global__ void __launch_bounds__(threads_per_block(Policy::launch), Policy::launch.least_blocks)
    hexapod_slice_kernel_packed(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    constexpr int points = Policy::launch.points_per_thread;
    static_assert(points == 8, "eight verdicts make one byte");
    const MaskedPoints mine = masked_points<Policy>(scan, window);
    if (!mine.inside) return;
    const int columns_left = scan.x.count - mine.first.column;
    const std::uint32_t within_row = columns_left >= points ? 0xFFU : (1U << columns_left) - 1U;
    verdict_row(window, scan.y.count, mine.first.row, mine.first.slice)[mine.first.column / points] =
        static_cast<std::uint8_t>(mine.mask & within_row);
}

}  // namespace hexscan
