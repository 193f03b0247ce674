// Exercise 5 and more: stage 5's kernel with one point per thread, with four, and with so few registers that occupancy
// is full.
#include "kernels/ladder/slice_kernels.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct Rolled {
    static constexpr int unrolled_legs = 1;
    using Math = StandardMath;
};
struct OnePoint : Rolled {
    static constexpr LaunchPolicy launch{.block_x = 16, .block_y = 16, .slices_per_launch = 50};
};
struct FourPoints : Rolled {
    static constexpr LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 4, .slices_per_launch = 50};
};
struct FullOccupancy : Rolled {
    static constexpr LaunchPolicy launch{
        .block_x = 8, .block_y = 16, .points_per_thread = 2, .slices_per_launch = 50, .least_blocks = 16};
};

}  // namespace

const Stage& s27_one_point() {
    static const SliceStage stage({.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_points<OnePoint>),
                                   .launch = OnePoint::launch,
                                   .host_side = HostSide::overlapped});
    return stage;
}
const Stage& s28_four_points() {
    static const SliceStage stage({.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_points<FourPoints>),
                                   .launch = FourPoints::launch,
                                   .host_side = HostSide::overlapped});
    return stage;
}
const Stage& s29_full_occupancy() {
    static const SliceStage stage({.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_points<FullOccupancy>),
                                   .launch = FullOccupancy::launch,
                                   .host_side = HostSide::overlapped});
    return stage;
}

}  // namespace hexscan
