#pragma once

#include <cstdint>

#include "kinematics.h"
#include "launch_policy.h"
#include "scan_geometry.h"
#include "slice_kernels.cuh"
#include "slice_window.h"

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

/// The verdicts of this thread's points, or an empty mask beyond the grid.
template <class Policy>
struct MaskedPoints {
    GridPoint point;
    bool inside;
    std::uint32_t mask;

    __device__ MaskedPoints(const ScanGeometry<float>& scan, const SliceWindow& window) {
        constexpr int points = Policy::launch.points_per_thread;
        point = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice);
        inside = point.column < scan.x.count && point.row < scan.y.count;
        if (!inside) return;
        mask = reachable_mask<points>(scan, point.column, grid_coordinate(scan.y, point.row),
                                      grid_coordinate(scan.z, point.slice));
    }
};

/// Stage 8: four points, four bytes, one store where the row length allows it.
template <class Policy>
__global__ void hexapod_slice_kernel_squared(const __grid_constant__ ScanGeometry<float> scan,
                                             const SliceWindow window) {
    constexpr int points = Policy::launch.points_per_thread;
    static_assert(points == 4, "four verdict bytes make one 32-bit store");
    const MaskedPoints<Policy> mine(scan, window);
    if (!mine.inside) return;
    std::uint8_t* const row = verdict_row(window, scan.y.count, mine.point.row, mine.point.slice);
    if (window.row_bytes % points == 0) {
        // Spreads bits 0 to 3 to bytes 0 to 3: copies of the mask 7 bits apart put bit k at bit 8 k.
        const std::uint32_t bytes = (mine.mask * 0x00204081U) & 0x01010101U;
        *reinterpret_cast<std::uint32_t*>(row + mine.point.column) = bytes;
        return;
    }
    for (int k = 0; k < points && mine.point.column + k < scan.x.count; ++k)
        row[mine.point.column + k] = static_cast<std::uint8_t>((mine.mask >> k) & 1U);
}

/// Stage 9: eight points, one byte. Bits beyond the last column are 0.
template <class Policy>
__global__ void hexapod_slice_kernel_packed(const __grid_constant__ ScanGeometry<float> scan,
                                            const SliceWindow window) {
    constexpr int points = Policy::launch.points_per_thread;
    static_assert(points == 8, "eight verdicts make one byte");
    const MaskedPoints<Policy> mine(scan, window);
    if (!mine.inside) return;
    const int columns_left = scan.x.count - mine.point.column;
    const std::uint32_t within_row = columns_left >= points ? 0xFFU : (1U << columns_left) - 1U;
    verdict_row(window, scan.y.count, mine.point.row, mine.point.slice)[mine.point.column / points] =
        static_cast<std::uint8_t>(mine.mask & within_row);
}

}  // namespace hexscan
