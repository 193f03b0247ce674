// Stage 7, intrinsics: trades precision for speed, and counts the cost.
//
// Change: the math policy. One approximate reciprocal square root gives both the length of a leg and the reciprocal
// that replaces its two divisions. A polynomial replaces the arcsine. Verdicts may differ from the reference if the
// margin is below twice the proved bound (stages/margin_bound.h). The verification counts them.
// Expected bottleneck: the copy. From here on a faster kernel hardly shortens the total time.
// When it loses: if verdicts near limits matter more than kernel time, which is a small part of the total.
// Kernel: stage 5's, kernels/ladder/slice_kernels.cuh. Host side: SliceScan, stages/slice_stage.cu.
#include "kernels/ladder/intrinsic_policy.cuh"
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/margin_bound.h"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct Intrinsics {
    static constexpr LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 2, .slices_per_launch = 50};
    static constexpr int unrolled_legs = leg_count;
    using Math = IntrinsicMath;
};

constexpr SliceStageSpec spec{.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_points<Intrinsics>),
                              .launch = Intrinsics::launch,
                              .host_side = HostSide::overlapped,
                              .host_rows = HEXSCAN_HOST_ROWS(host_rows_side_by_side<Intrinsics>),
                              .margin_tolerance = intrinsic_margin_tolerance};

}  // namespace

HEXSCAN_STAGE_FORMS(s7_intrinsics, spec)

}  // namespace hexscan
