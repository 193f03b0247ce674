// Stage 3, async-pinned: the copy overlaps the kernel.
//
// Change: stage 2's kernel runs in chunks of 50 slices. While one chunk is computed, the previous one is copied to
// pinned memory on another stream. The host synchronizes once, at the end.
// Expected bottleneck: the sum of the kernels or the sum of the copies, whichever is longer; in the recorded study the
// kernels.
// When it loses: with one chunk there is no overlap. Also, the system cannot swap out pinned memory.
// Kernel: stage 1's, kernels/ladder/slice_kernels.cuh. Host side: SliceScan, stages/slice_stage.cu.
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct AsyncPinned {
    static constexpr LaunchPolicy launch{.block_x = 10, .block_y = 10, .slices_per_launch = 50};
};

constexpr SliceStageSpec spec{.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_shared_scratch<AsyncPinned>),
                              .launch = AsyncPinned::launch,
                              .host_side = HostSide::overlapped,
                              .host_rows = HEXSCAN_HOST_ROWS(host_rows_in_phases)};

}  // namespace

HEXSCAN_STAGE_FORMS(s3_async_pinned, spec)

}  // namespace hexscan
