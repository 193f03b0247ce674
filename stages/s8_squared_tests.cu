// Stage 8, squared-tests: the same verdicts without square root, division or arcsine.
//
// Change: x -> x |x| is increasing, so d / L >= c becomes d |d| >= c |c| q with q = L^2 (kernels/kinematics.h). Values
// that are the same along a row are computed once for four neighbouring points. Their verdicts are stored with one
// 32-bit store.
// Expected bottleneck: the copy. The lesson: the kernel takes about half as long as in stage 7, and the total hardly
// changes. When it loses: never against stage 7, but it gains only if verdicts stay on the device.
// Kernel: hexapod_slice_kernel_squared, kernels/ladder/squared_tests.cuh. Host side: SliceScan, stages/slice_stage.cu.
#include "kernels/ladder/squared_tests.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct SquaredTests {
    static constexpr LaunchPolicy launch{.block_x = 32,
                                         .block_y = 8,
                                         .points_per_thread = 4,
                                         .slices_per_launch = 50,
                                         .spacing = PointSpacing::adjacent};
};

constexpr SliceStageSpec spec{.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_squared<SquaredTests>),
                              .launch = SquaredTests::launch,
                              .host_side = HostSide::overlapped,
                              .host_rows = HEXSCAN_HOST_ROWS(host_rows_squared)};

}  // namespace

HEXSCAN_STAGE_FORMS(s8_squared_tests, spec)

}  // namespace hexscan
