// Exercise 4: stage 3's scratch in shared memory with stage 4's early exit, to tell the two changes of stage 4 apart.
#include "kernels/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct EarlyExit {
    static constexpr LaunchPolicy launch{.block_x = 10, .block_y = 10, .slices_per_launch = 50};
};

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
    mine[5 * leg_count] = 1.0F;
#pragma unroll 1
    for (int i = 0; i < leg_count && mine[5 * leg_count] != 0.0F; ++i) {
        const Leg<float>& leg = scan.legs[i];
        mine[5 * i + 0] = p.x + offsets_m[i][0];
        mine[5 * i + 1] = p.y + offsets_m[i][1];
        mine[5 * i + 2] = p.z + offsets_m[i][2];
        const Vec3<float> l{mine[5 * i + 0], mine[5 * i + 1], mine[5 * i + 2]};
        const auto length = StandardMath::measure(dot(l, l));
        if (!within_stroke(leg, length.length_m)) {
            mine[5 * leg_count] = 0.0F;
            break;
        }
        mine[5 * i + 3] = StandardMath::elevation_rad(dot(l, leg.base_axis), length);
        mine[5 * i + 4] = StandardMath::elevation_rad(dot(l, leg.platform_axis), length);
        if (mine[5 * i + 3] < leg.base_min_elevation_rad || mine[5 * i + 4] < leg.platform_min_elevation_rad)
            mine[5 * leg_count] = 0.0F;
    }
    store_verdict(window, scan, point, mine[5 * leg_count] != 0.0F);
}

}  // namespace

const Stage& s18_early_exit() {
    static const SliceStage stage({.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_scratch_exit<EarlyExit>),
                                   .launch = EarlyExit::launch,
                                   .host_side = HostSide::overlapped});
    return stage;
}

}  // namespace hexscan
