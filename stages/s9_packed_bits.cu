// Stage 9, packed-bits: copies an eighth of the bytes.
//
// Change: a thread tests eight neighbouring points and stores one byte. A verdict is one bit, and the copy is an eighth
// of that of stages 1 to 8.
// Expected bottleneck: kernel and copy now take similar times, so the overlap matters again.
// When it loses: if the reader must unpack the bits immediately.
// Kernel: hexapod_slice_kernel_packed, kernels/ladder/squared_tests.cuh. Host side: SliceScan, stages/slice_stage.cu.
#include "kernels/ladder/squared_tests.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct PackedBits {
    static constexpr LaunchPolicy launch{.block_x = 32,
                                         .block_y = 8,
                                         .points_per_thread = 8,
                                         .slices_per_launch = 50,
                                         .spacing = PointSpacing::adjacent};
};

constexpr SliceStageSpec spec{.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_packed<PackedBits>),
                              .launch = PackedBits::launch,
                              .host_side = HostSide::overlapped,
                              .host_rows = HEXSCAN_HOST_ROWS(host_rows_packed),
                              .format = VerdictFormat::bits};

}  // namespace

HEXSCAN_STAGE_FORMS(s9_packed_bits, spec)

}  // namespace hexscan
