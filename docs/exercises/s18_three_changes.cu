// Exercise 4: the changes of stage 4, one at a time. Stage 4 differs from stage 3 by blocks of 16x16 points, by scratch
// in registers, and by the early exit. This makes eight kernels: stages 3 and 4, and the six below.
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct Tens {
    static constexpr LaunchPolicy launch{.block_x = 10, .block_y = 10, .slices_per_launch = 50};
};
struct Sixteens {
    static constexpr LaunchPolicy launch{.block_x = 16, .block_y = 16, .slices_per_launch = 50};
};

/// Stage 3 with the early exit of stage 4: the scratch stays in shared memory.
/// Grid: tiles of a slice x slices. Block: `Policy::launch`. Shared memory: 72 B and the scratch of each thread. A
/// thread has one point.
template <class Policy>
__global__ void hexapod_slice_kernel_scratch_exit(const __grid_constant__ ScanGeometry<float> scan,
                                                  const SliceWindow window) {
    __shared__ float offsets_m[leg_count][3];
    __shared__ float scratch[threads_per_block(Policy::launch)][scratch_floats];
    load_joint_offsets(scan, offsets_m);

    const GridPoint point = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice);
    if (point.column >= scan.x.count || point.row >= scan.y.count) return;
    const Vec3<float> p = position_m(scan, point);
    // Volatile: without it the compiler would do what stage 4 does, and keep the scratch in registers.
    volatile float* const mine = scratch[threadIdx.y * blockDim.x + threadIdx.x];
    volatile float& verdict = mine[5 * leg_count];
    verdict = 1.0F;
#pragma unroll 1
    for (int i = 0; i < leg_count && verdict != 0.0F; ++i) {
        const Leg<float>& leg = scan.legs[i];
        verdict = 0.0F;
        mine[5 * i + 0] = p.x + offsets_m[i][0];
        mine[5 * i + 1] = p.y + offsets_m[i][1];
        mine[5 * i + 2] = p.z + offsets_m[i][2];
        const Vec3<float> l{mine[5 * i + 0], mine[5 * i + 1], mine[5 * i + 2]};
        const auto length = StandardMath::measure(dot(l, l));
        if (!within_stroke(leg, length.length_m)) break;
        mine[5 * i + 3] = StandardMath::elevation_rad(dot(l, leg.base_axis), length);
        if (mine[5 * i + 3] < leg.base_min_elevation_rad) break;
        mine[5 * i + 4] = StandardMath::elevation_rad(dot(l, leg.platform_axis), length);
        if (mine[5 * i + 4] < leg.platform_min_elevation_rad) break;
        verdict = 1.0F;
    }
    store_verdict(window, scan, point, verdict != 0.0F);
}

/// Stage 4 without its early exit: every leg is measured and judged.
/// Grid: tiles of a slice x slices. Block: `Policy::launch`. Shared memory: 72 B of offsets. A thread has one point.
template <class Policy>
__global__ void hexapod_slice_kernel_registers_whole(const __grid_constant__ ScanGeometry<float> scan,
                                                     const SliceWindow window) {
    __shared__ float offsets_m[leg_count][3];
    load_joint_offsets(scan, offsets_m);

    const GridPoint point = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice);
    if (point.column >= scan.x.count || point.row >= scan.y.count) return;
    const Vec3<float> p = position_m(scan, point);
    bool reachable = true;
#pragma unroll 1
    for (int i = 0; i < leg_count; ++i) {
        const Leg<float> leg = with_offset(scan.legs[i], offsets_m[i]);
        const Vec3<float> l = leg_vector(leg, p);
        const auto length = StandardMath::measure(dot(l, l));
        const float base_rad = StandardMath::elevation_rad(dot(l, leg.base_axis), length);
        const float platform_rad = StandardMath::elevation_rad(dot(l, leg.platform_axis), length);
        reachable &= within_stroke(leg, length.length_m) & (base_rad >= leg.base_min_elevation_rad) &
                     (platform_rad >= leg.platform_min_elevation_rad);
    }
    store_verdict(window, scan, point, reachable);
}

SliceStageSpec in_chunks(NamedSliceKernel kernel, LaunchPolicy launch) {
    return {.kernel = kernel, .launch = launch, .host_side = HostSide::overlapped};
}

}  // namespace

const Stage& s18_early_exit() {
    static const SliceStage stage(
        in_chunks(HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_scratch_exit<Tens>), Tens::launch));
    return stage;
}
const Stage& s22_registers() {
    static const SliceStage stage(
        in_chunks(HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_registers_whole<Tens>), Tens::launch));
    return stage;
}
const Stage& s23_registers_and_exit() {
    static const SliceStage stage(in_chunks(HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_registers<Tens>), Tens::launch));
    return stage;
}
const Stage& s24_block() {
    static const SliceStage stage(
        in_chunks(HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_shared_scratch<Sixteens>), Sixteens::launch));
    return stage;
}
const Stage& s25_block_and_exit() {
    static const SliceStage stage(
        in_chunks(HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_scratch_exit<Sixteens>), Sixteens::launch));
    return stage;
}
const Stage& s26_block_and_registers() {
    static const SliceStage stage(
        in_chunks(HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_registers_whole<Sixteens>), Sixteens::launch));
    return stage;
}

}  // namespace hexscan
