// Stage 1, baseline-grid: the scan as first written down.
//
// What it does: 16x16 threads cover a slice; every thread keeps its 31 floats of intermediate values (six
// legs x (x, y, z, base angle, platform angle) and a verdict) in shared memory, beside the block's 18 floats
// of joint offsets: 31 816 bytes. One launch and one blocking copy to pageable memory per slice.
// Expected bottleneck: the copies to pageable memory; one for each slice take longer than one for all. On the first
// GPUs it ran on, also the shared memory: one block was all that fitted a multiprocessor.
// When it loses: in total time, always. To stage 2 its kernel alone loses only where shared memory leaves few warps.
// Kernel: hexapod_slice_kernel_shared_scratch, kernels/ladder/slice_kernels.cuh. Host side: SliceScan,
// stages/slice_stage.cu.
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct BaselineGrid {
    static constexpr LaunchPolicy launch{.block_x = 16, .block_y = 16, .slices_per_launch = 1};
};

constexpr SliceStageSpec spec{.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_shared_scratch<BaselineGrid>),
                              .launch = BaselineGrid::launch,
                              .host_side = HostSide::blocking,
                              .host_rows = HEXSCAN_HOST_ROWS(host_rows_in_phases)};

}  // namespace

HEXSCAN_STAGE_FORMS(s1_baseline_grid, spec)

}  // namespace hexscan
