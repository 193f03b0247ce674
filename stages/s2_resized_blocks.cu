// Stage 2, resized-blocks: smaller blocks, so that more of them fit.
//
// Change: 10x10 threads need 12 472 bytes of shared memory instead of 31 816. One launch covers all slices, with one
// blocking copy at the end.
// Expected bottleneck: the copy to pageable memory, which the driver copies through its own buffer. In the kernel, 100
// threads are three warps and an eighth of a fourth one, so one lane in five is idle.
// When it loses: if shared memory leaves enough warps resident anyway, the idle lanes cost more than the occupancy
// gains.
// Kernel: stage 1's, kernels/ladder/slice_kernels.cuh. Host side: SliceScan, stages/slice_stage.cu.
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct ResizedBlocks {
    static constexpr LaunchPolicy launch{.block_x = 10, .block_y = 10};
};

constexpr SliceStageSpec spec{.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_shared_scratch<ResizedBlocks>),
                              .launch = ResizedBlocks::launch,
                              .host_side = HostSide::blocking,
                              .host_rows = HEXSCAN_HOST_ROWS(host_rows_in_phases)};

}  // namespace

HEXSCAN_STAGE_FORMS(s2_resized_blocks, spec)

}  // namespace hexscan
