// Stage 6, ilp-unroll: the compiler sees through the loop.
//
// Change: the loop over the six legs is unrolled. Every constant has a fixed address, and the loop counter and its
// branch vanish. Each leg still ends with the branch that tests its verdict.
// Expected bottleneck: the copy; in the kernel, arithmetic with fewer other instructions.
// When it loses: if six copies of the loop's body do not fit into the instruction cache.
// Kernel: stage 5's, kernels/ladder/slice_kernels.cuh. Host side: SliceScan, stages/slice_stage.cu.
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct IlpUnroll {
    static constexpr LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 2, .slices_per_launch = 50};
    static constexpr int unrolled_legs = leg_count;
    using Math = StandardMath;
};

constexpr SliceStageSpec spec{.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_points<IlpUnroll>),
                              .launch = IlpUnroll::launch,
                              .host_side = HostSide::overlapped,
                              .host_rows = HEXSCAN_HOST_ROWS(host_rows_side_by_side<IlpUnroll>)};

}  // namespace

HEXSCAN_STAGE_FORMS(s6_ilp_unroll, spec)

}  // namespace hexscan
