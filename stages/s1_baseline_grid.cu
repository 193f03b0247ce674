// Stage 1, baseline-grid: the scan in its first version.
//
// Method: 16x16 threads cover a slice. Every thread keeps 31 floats of intermediate values in shared memory: six legs x
// (x, y, z, base angle, platform angle), and a verdict. With the 18 floats of joint offsets a block has 31 816 bytes.
// Every slice takes one launch and one blocking copy to pageable memory.
// Expected bottleneck: the copies to pageable memory; a copy per slice takes longer than one for all. On the first GPUs
// shared memory was a bottleneck, too: a multiprocessor had room for one block only.
// When it loses: in total time, always. Its kernel alone loses to stage 2 only if shared memory leaves few warps.
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
