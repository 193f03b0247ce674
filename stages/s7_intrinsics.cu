// Stage 7, intrinsics: precision traded for speed, with the price counted.
//
// What changed: the math policy. One approximate reciprocal square root gives the length and both divisions
// of a leg; a polynomial replaces the arcsine. Verdicts may differ from the reference where the margin is
// below 5e-4; the runner counts them.
// Expected bottleneck: the copy. From here on a faster kernel hardly shortens the total.
// When it loses: where a verdict near a limit matters two milliseconds of kernel time (H200, 2026-11-21), of
// which the total sees less than a tenth.
#include "kernels/intrinsic_math.cuh"
#include "kernels/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct Intrinsics {
    static constexpr LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 2, .slices_per_launch = 50};
    static constexpr int unrolled_legs = leg_count;
    using Math = IntrinsicMath;
};

}  // namespace

const Stage& s7_intrinsics() {
    static const SliceStage stage({.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_two_points<Intrinsics>),
                                   .launch = Intrinsics::launch,
                                   .host_side = HostSide::overlapped,
                                   .margin_tolerance = 5e-4});
    return stage;
}

}  // namespace hexscan
