// Stage 4, low-shared-memory: the scratch moves into registers, and the first violated limit ends a point.
//
// Change: intermediate values are local variables. Only 72 bytes of shared memory remain, for the joint offsets, so
// 16x16 threads are possible again. Because a leg's result is available at once, the first leg that violates a limit
// ends the loop.
// Expected bottleneck: arithmetic, mainly the arcsine, if the bus is fast enough; otherwise the copy.
// When it loses: if the registers no longer suffice and values spill to local memory.
// Kernel: hexapod_slice_kernel_registers, kernels/ladder/slice_kernels.cuh. Host side: SliceScan,
// stages/slice_stage.cu.
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct LowSharedMemory {
    static constexpr LaunchPolicy launch{.block_x = 16, .block_y = 16, .slices_per_launch = 50};
};

constexpr SliceStageSpec spec{.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_registers<LowSharedMemory>),
                              .launch = LowSharedMemory::launch,
                              .host_side = HostSide::overlapped,
                              .host_rows = HEXSCAN_HOST_ROWS(host_rows_leg_by_leg)};

}  // namespace

HEXSCAN_STAGE_FORMS(s4_low_shared_memory, spec)

}  // namespace hexscan
