// Stage 5, ilp: independent work instead of occupancy.
//
// Change: half the threads (8x16) cover the same 16x16 tile. Each has two points whose tests are independent. The
// joints come from constant memory, so no shared memory is needed. The loop over the legs stays rolled.
// Expected bottleneck: the copy; in the kernel, arithmetic. If registers limit occupancy, fewer warps are resident,
// each with two points.
// When it loses: if the registers of a second point cost more warps than its independent work gains.
// Kernel: hexapod_slice_kernel_points, kernels/ladder/slice_kernels.cuh. Host side: SliceScan, stages/slice_stage.cu.
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct Ilp {
    static constexpr LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 2, .slices_per_launch = 50};
    static constexpr int unrolled_legs = 1;
    using Math = StandardMath;
};

constexpr SliceStageSpec spec{.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_points<Ilp>),
                              .launch = Ilp::launch,
                              .host_side = HostSide::overlapped,
                              .host_rows = HEXSCAN_HOST_ROWS(host_rows_side_by_side<Ilp>)};

}  // namespace

HEXSCAN_STAGE_FORMS(s5_ilp, spec)

}  // namespace hexscan
