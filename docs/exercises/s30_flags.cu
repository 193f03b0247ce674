// The lecture's last step was a slide of compiler flags: this file is stage 6, and docs/exercises/exercise_stages.cmake
// compiles it with them. Division, square root and the arcsine's root become approximate; nothing else changes.
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/margin_bound.h"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct Flags {
    static constexpr LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 2, .slices_per_launch = 50};
    static constexpr int unrolled_legs = leg_count;
    using Math = StandardMath;
};

}  // namespace

const Stage& s30_flags() {
    static const SliceStage stage({.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_points<Flags>),
                                   .launch = Flags::launch,
                                   .host_side = HostSide::overlapped,
                                   .margin_tolerance = intrinsic_margin_tolerance});
    return stage;
}

}  // namespace hexscan
