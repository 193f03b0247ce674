#pragma once

#include <cstdint>

#include "kernels/kinematics.h"
#include "kernels/ladder/launch_policy.h"
#include "kernels/ladder/slice_kernels.cuh"
#include "kernels/ladder/slice_window.h"
#include "kernels/ladder/squared_tests.h"
#include "kernels/scan_geometry.h"

/// The kernels of stages 8 and 9: a thread tests several neighbouring points and writes their verdicts with one store.
namespace hexscan {

#if defined(__CUDACC__)

/// The verdicts of a thread's points: bit k is the verdict of the point k columns after `first`.
struct MaskedPoints {
    GridPoint first;
    bool inside;  ///< true if `first` lies on the grid; otherwise the mask is empty
    std::uint32_t mask;
};

template <class Policy>
__device__ inline MaskedPoints masked_points(const ScanGeometry<float>& scan, const SliceWindow& window) {
    const GridPoint first = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice);
    if (first.column >= scan.x.count || first.row >= scan.y.count) return {first, false, 0};
    constexpr int points = Policy::launch.points_per_thread;
    float x_m[points];
#pragma unroll
    for (int k = 0; k < points; ++k) x_m[k] = grid_coordinate(scan.x, first.column + k);
    return {first, true,
            reachable_mask(scan, x_m, grid_coordinate(scan.y, first.row), grid_coordinate(scan.z, first.slice))};
}

/// Stage 8: a thread writes its four points as four bytes, in one store if the row length allows it. Grid: tiles of a
/// slice x slices. Block: `Policy::launch`. No shared memory. A thread has four points of a row.
template <class Policy>
__global__ void __launch_bounds__(threads_per_block(Policy::launch), least_blocks(Policy::launch))
    hexapod_slice_kernel_squared(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    constexpr int points = Policy::launch.points_per_thread;
    static_assert(points == 4, "a 32-bit store must hold four verdict bytes");
    const MaskedPoints mine = masked_points<Policy>(scan, window);
    if (!mine.inside) return;
    std::uint8_t* const row = verdict_row(window, scan.y.count, mine.first.row, mine.first.slice);
    if (window.row_bytes % points == 0) {
        *reinterpret_cast<std::uint32_t*>(row + mine.first.column) = bytes_of_four(mine.mask);
        return;
    }
    for (int k = 0; k < points && mine.first.column + k < scan.x.count; ++k)
        row[mine.first.column + k] = static_cast<std::uint8_t>((mine.mask >> k) & 1U);
}

/// Stage 9: a thread writes its eight points as one byte. Bits beyond the last column are 0. Grid: tiles of a slice x
/// slices. Block: `Policy::launch`. No shared memory. A thread has eight points of a row.
template <class Policy>
__global__ void __launch_bounds__(threads_per_block(Policy::launch), least_blocks(Policy::launch))
    hexapod_slice_kernel_packed(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    constexpr int points = Policy::launch.points_per_thread;
    static_assert(points == 8, "a byte must hold eight verdicts");
    const MaskedPoints mine = masked_points<Policy>(scan, window);
    if (!mine.inside) return;
    const int columns_left = scan.x.count - mine.first.column;
    const std::uint32_t within_row = columns_left >= points ? 0xFFU : (1U << columns_left) - 1U;
    verdict_row(window, scan.y.count, mine.first.row, mine.first.slice)[mine.first.column / points] =
        static_cast<std::uint8_t>(mine.mask & within_row);
}

#endif

}  // namespace hexscan
