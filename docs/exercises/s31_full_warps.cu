// Exercise 2: stage 2's kernel in blocks of whole warps, each a row of 32 points. No lane idles, except in the last
// block along a row. A warp's 32 bytes are one sector if the row begins on one. The 15 944 bytes of shared memory fit
// three times into 48 KB.
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct FullWarps {
    static constexpr LaunchPolicy launch{.block_x = 32, .block_y = 4};
};

}  // namespace

const Stage& s31_full_warps() {
    static const SliceStage stage({.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_shared_scratch<FullWarps>),
                                   .launch = FullWarps::launch,
                                   .host_side = HostSide::blocking});
    return stage;
}

}  // namespace hexscan
