// Exercise 5: stages 5 to 7 with && between the limits. Each point's test is a chain of branches, and the right point's
// chain begins where the left point's chain has ended.
#include "kernels/ladder/intrinsic_policy.cuh"
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/margin_bound.h"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct Rolled {
    static constexpr LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 2, .slices_per_launch = 50};
    static constexpr int unrolled_legs = 1;
    using Math = StandardMath;
};
struct Unrolled : Rolled {
    static constexpr int unrolled_legs = leg_count;
};
struct Fast : Unrolled {
    using Math = IntrinsicMath;
};

/// Tests two points with chains of `&&`.
/// Grid: tiles of a slice x slices. Block: `Policy::launch`. No shared memory. A thread has two points.
template <class Policy>
__global__ void hexapod_slice_kernel_chain(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    using Math = typename Policy::Math;
    const GridPoint left = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice, 0);
    const GridPoint right = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice, 1);
    if (left.column >= scan.x.count || left.row >= scan.y.count) return;
    const Vec3<float> p_left = position_m(scan, left);
    const Vec3<float> p_right = position_m(scan, right);
    bool left_reachable = true;
    bool right_reachable = true;
#pragma unroll Policy::unrolled_legs
    for (int i = 0; i < leg_count; ++i) {
        left_reachable = left_reachable && leg_within_limits<Math>(scan.legs[i], p_left);
        right_reachable = right_reachable && leg_within_limits<Math>(scan.legs[i], p_right);
        if (!left_reachable && !right_reachable) break;
    }
    store_verdict(window, scan, left, left_reachable);
    if (right.column < scan.x.count) store_verdict(window, scan, right, right_reachable);
}

}  // namespace

const Stage& s19_chain() {
    static const SliceStage stage({.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_chain<Rolled>),
                                   .launch = Rolled::launch,
                                   .host_side = HostSide::overlapped});
    return stage;
}
const Stage& s20_chain_unroll() {
    static const SliceStage stage({.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_chain<Unrolled>),
                                   .launch = Unrolled::launch,
                                   .host_side = HostSide::overlapped});
    return stage;
}
const Stage& s21_chain_intrinsics() {
    static const SliceStage stage({.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_chain<Fast>),
                                   .launch = Fast::launch,
                                   .host_side = HostSide::overlapped,
                                   .margin_tolerance = intrinsic_margin_tolerance});
    return stage;
}

}  // namespace hexscan
