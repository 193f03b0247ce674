#pragma once

#include <cstdint>

#include "kernels/kinematics.h"
#include "kernels/ladder/launch_policy.h"
#include "kernels/ladder/point_tests.h"
#include "kernels/ladder/slice_window.h"
#include "kernels/ladder/thread_mapping.h"
#include "kernels/scan_geometry.h"

/// The kernels of the published ladder, with one verdict byte per grid point.
///
/// Every kernel covers a slice with blocks of columns and rows, and has one slice per block in z. At the scan's fixed
/// orientation, a base joint and its platform joint are equivalent to one offset R b - a, platform joint minus base
/// joint. So the "six joints" of the published kernels are six offsets here: 18 floats.
namespace hexscan {

#if defined(__CUDACC__)

__device__ inline ThreadPlace this_thread() {
    return {static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y), static_cast<int>(blockIdx.z),
            static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y)};
}

__device__ inline Vec3<float> position_m(const ScanGeometry<float>& scan, GridPoint point) {
    return {grid_coordinate(scan.x, point.column), grid_coordinate(scan.y, point.row),
            grid_coordinate(scan.z, point.slice)};
}

__device__ inline void store_verdict(const SliceWindow& window, const ScanGeometry<float>& scan, GridPoint point,
                                     bool reachable) {
    verdict_row(window, scan.y.count, point.row, point.slice)[point.column] = reachable ? 1 : 0;
}

/// The block's first threads copy the six joint offsets into shared memory.
__device__ inline void load_joint_offsets(const ScanGeometry<float>& scan, float (&offsets_m)[leg_count][3]) {
    const int thread = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
    if (thread < leg_count * 3) {
        const Vec3<float> offset = scan.legs[thread / 3].offset_m;
        offsets_m[thread / 3][thread % 3] = thread % 3 == 0 ? offset.x : thread % 3 == 1 ? offset.y : offset.z;
    }
    __syncthreads();
}

/// Stages 1 to 3: all intermediate values are in shared memory. Each phase handles all six legs. Grid: tiles of a slice
/// x slices. Block: `Policy::launch`. Shared memory: 72 B of offsets, and 124 B per thread. A thread has one point.
template <class Policy>
__global__ void __launch_bounds__(threads_per_block(Policy::launch), least_blocks(Policy::launch))
    hexapod_slice_kernel_shared_scratch(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    __shared__ float offsets_m[leg_count][3];
    __shared__ float scratch[threads_per_block(Policy::launch)][scratch_floats];
    load_joint_offsets(scan, offsets_m);

    const GridPoint point = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice);
    if (point.column >= scan.x.count || point.row >= scan.y.count) return;
    float* const mine = scratch[threadIdx.y * blockDim.x + threadIdx.x];
    store_verdict(window, scan, point, test_in_phases(scan, offsets_m, position_m(scan, point), mine));
}

/// Stage 4: intermediate values are in registers, and the first leg that violates a limit ends a thread's work.
/// Grid: tiles of a slice x slices. Block: `Policy::launch`. Shared memory: 72 B of offsets. A thread has one point.
template <class Policy>
__global__ void __launch_bounds__(threads_per_block(Policy::launch), least_blocks(Policy::launch))
    hexapod_slice_kernel_registers(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    __shared__ float offsets_m[leg_count][3];
    load_joint_offsets(scan, offsets_m);

    const GridPoint point = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice);
    if (point.column >= scan.x.count || point.row >= scan.y.count) return;
    store_verdict(window, scan, point, test_leg_by_leg(scan, offsets_m, position_m(scan, point)));
}

/// Stages 5 to 7: each thread has `points_per_thread` independent points, block_x columns apart. The joint offsets are
/// in constant memory, too (the kernel's parameters).
/// Grid: tiles of a slice x slices. Block: `Policy::launch`. No shared memory. A thread has `points_per_thread` points.
template <class Policy>
__global__ void __launch_bounds__(threads_per_block(Policy::launch), least_blocks(Policy::launch))
    hexapod_slice_kernel_points(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    constexpr int points = Policy::launch.points_per_thread;
    GridPoint point[points];
    Vec3<float> p[points];
    bool reachable[points];
#pragma unroll
    for (int k = 0; k < points; ++k) {
        point[k] = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice, k);
        p[k] = position_m(scan, point[k]);
        reachable[k] = true;
    }
    if (point[0].column >= scan.x.count || point[0].row >= scan.y.count) return;
    test_side_by_side<typename Policy::Math, Policy::unrolled_legs>(scan, p, reachable);
#pragma unroll
    for (int k = 0; k < points; ++k)
        if (point[k].column < scan.x.count) store_verdict(window, scan, point[k], reachable[k]);
}

#endif

}  // namespace hexscan
