#pragma once

#include <cstdint>

#include "kernels/kinematics.h"
#include "kernels/ladder/launch_policy.h"
#include "kernels/ladder/slice_window.h"
#include "kernels/ladder/thread_mapping.h"
#include "kernels/scan_geometry.h"

/// The kernels of the published ladder, one verdict byte per grid point.
///
/// Every kernel covers a slice with blocks of columns and rows and takes one slice per block in z. At the
/// scan's fixed orientation a pair of joints is one offset R b - a, so the "six joints" of the published
/// kernels are the six offsets here: 18 floats.
namespace hexscan {

/// Scratch of one thread: six legs x (x, y, z, base angle, platform angle) + verdict. The published bytes ask for 31
/// floats a thread; that they were these is our reading.
inline constexpr int scratch_floats = 5 * leg_count + 1;

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

/// The block's first threads fetch the six joint offsets into shared memory.
__device__ inline void load_joint_offsets(const ScanGeometry<float>& scan, float (&offsets_m)[leg_count][3]) {
    const int thread = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
    if (thread < leg_count * 3) {
        const Vec3<float> offset = scan.legs[thread / 3].offset_m;
        offsets_m[thread / 3][thread % 3] = thread % 3 == 0 ? offset.x : thread % 3 == 1 ? offset.y : offset.z;
    }
    __syncthreads();
}

/// Leg `i` with its offset taken from shared memory.
__device__ inline Leg<float> with_offset(const Leg<float>& leg, const float (&offset_m)[3]) {
    Leg<float> local = leg;
    local.offset_m = {offset_m[0], offset_m[1], offset_m[2]};
    return local;
}

/// Stages 1 to 3: all intermediate values live in shared memory, phase after phase over the six legs.
template <class Policy>
__global__ void __launch_bounds__(threads_per_block(Policy::launch), Policy::launch.least_blocks)
    hexapod_slice_kernel_shared_scratch(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    __shared__ float offsets_m[leg_count][3];
    __shared__ float scratch[threads_per_block(Policy::launch)][scratch_floats];
    load_joint_offsets(scan, offsets_m);

    const GridPoint point = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice);
    if (point.column >= scan.x.count || point.row >= scan.y.count) return;
    const Vec3<float> p = position_m(scan, point);
    float* const mine = scratch[threadIdx.y * blockDim.x + threadIdx.x];
    float& verdict = mine[5 * leg_count];

#pragma unroll 1
    for (int i = 0; i < leg_count; ++i) {
        mine[5 * i + 0] = p.x + offsets_m[i][0];
        mine[5 * i + 1] = p.y + offsets_m[i][1];
        mine[5 * i + 2] = p.z + offsets_m[i][2];
    }
    verdict = 1.0F;
#pragma unroll 1
    for (int i = 0; i < leg_count; ++i) {
        const Leg<float>& leg = scan.legs[i];
        const Vec3<float> l{mine[5 * i + 0], mine[5 * i + 1], mine[5 * i + 2]};
        const auto length = StandardMath::measure(dot(l, l));
        mine[5 * i + 3] = StandardMath::elevation_rad(dot(l, leg.base_axis), length);
        mine[5 * i + 4] = StandardMath::elevation_rad(dot(l, leg.platform_axis), length);
        if (length.length_m < leg.min_length_m || length.length_m > leg.max_length_m) verdict = 0.0F;
    }
#pragma unroll 1
    for (int i = 0; i < leg_count; ++i) {
        const Leg<float>& leg = scan.legs[i];
        if (mine[5 * i + 3] < leg.base_min_elevation_rad || mine[5 * i + 4] < leg.platform_min_elevation_rad)
            verdict = 0.0F;
    }
    store_verdict(window, scan, point, verdict != 0.0F);
}

/// Stage 4: intermediate values live in registers, so a leg's verdict is known as soon as it is computed and
/// the first leg out of its limits ends the loop. Only the 18 offsets stay in shared memory.
template <class Policy>
__global__ void __launch_bounds__(threads_per_block(Policy::launch), Policy::launch.least_blocks)
    hexapod_slice_kernel_registers(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    __shared__ float offsets_m[leg_count][3];
    load_joint_offsets(scan, offsets_m);

    const GridPoint point = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice);
    if (point.column >= scan.x.count || point.row >= scan.y.count) return;
    const Vec3<float> p = position_m(scan, point);
    bool reachable = true;
#pragma unroll 1
    for (int i = 0; i < leg_count && reachable; ++i)
        reachable = leg_within_limits<StandardMath>(with_offset(scan.legs[i], offsets_m[i]), p);
    store_verdict(window, scan, point, reachable);
}

/// Whether any of a thread's points still is.
template <int points>
__device__ inline bool any_of(const bool (&reachable)[points]) {
    bool any = false;
#pragma unroll
    for (int k = 0; k < points; ++k) any |= reachable[k];
    return any;
}

/// Stages 5 to 7: each thread carries `points_per_thread` independent points, block_x columns apart, and the joints
/// come from constant memory (the kernel's parameters), too.
///
/// The points advance side by side, limit by limit: what a limit asks for is computed for all of them before any is
/// judged, and `&` judges without a branch, so that one point's instructions fill another's waits. The loops over
/// points are unrolled, so that the arrays are registers. The thread stops as soon as all its points are out.
template <class Policy>
__global__ void __launch_bounds__(threads_per_block(Policy::launch), Policy::launch.least_blocks)
    hexapod_slice_kernel_points(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    using Math = typename Policy::Math;
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
#pragma unroll Policy::unrolled_legs
    for (int i = 0; i < leg_count; ++i) {
        const Leg<float>& leg = scan.legs[i];
        Vec3<float> l[points];
        decltype(Math::measure(0.0F)) length[points];
        float elevation_rad[points];
#pragma unroll
        for (int k = 0; k < points; ++k) {
            l[k] = leg_vector(leg, p[k]);
            length[k] = Math::measure(dot(l[k], l[k]));
        }
#pragma unroll
        for (int k = 0; k < points; ++k) reachable[k] &= within_stroke(leg, length[k].length_m);
        if (!any_of(reachable)) break;

#pragma unroll
        for (int k = 0; k < points; ++k) elevation_rad[k] = Math::elevation_rad(dot(l[k], leg.base_axis), length[k]);
#pragma unroll
        for (int k = 0; k < points; ++k) reachable[k] &= elevation_rad[k] >= leg.base_min_elevation_rad;
        if (!any_of(reachable)) break;

#pragma unroll
        for (int k = 0; k < points; ++k)
            elevation_rad[k] = Math::elevation_rad(dot(l[k], leg.platform_axis), length[k]);
#pragma unroll
        for (int k = 0; k < points; ++k) reachable[k] &= elevation_rad[k] >= leg.platform_min_elevation_rad;
        if (!any_of(reachable)) break;
    }
#pragma unroll
    for (int k = 0; k < points; ++k)
        if (point[k].column < scan.x.count) store_verdict(window, scan, point[k], reachable[k]);
}

}  // namespace hexscan
