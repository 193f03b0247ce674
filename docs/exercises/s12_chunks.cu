// Exercise 3: stages 3 and 9 in 1, 35 and 350 chunks.
#include "kernels/ladder/slice_kernels.cuh"
#include "kernels/ladder/squared_tests.cuh"
#include "stages/slice_stage.h"

namespace hexscan {
namespace {

struct Scratch {
    static constexpr LaunchPolicy launch{.block_x = 10, .block_y = 10};
};

struct Packed {
    static constexpr LaunchPolicy launch{
        .block_x = 32, .block_y = 8, .points_per_thread = 8, .spacing = PointSpacing::adjacent};
};

constexpr LaunchPolicy in_chunks(LaunchPolicy launch, int slices) {
    launch.slices_per_launch = slices;
    return launch;
}

SliceStageSpec scratch_in_chunks(int slices) {
    return {.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_shared_scratch<Scratch>),
            .launch = in_chunks(Scratch::launch, slices),
            .host_side = HostSide::overlapped};
}

SliceStageSpec packed_in_chunks(int slices) {
    return {.kernel = HEXSCAN_SLICE_KERNEL(hexapod_slice_kernel_packed<Packed>),
            .launch = in_chunks(Packed::launch, slices),
            .host_side = HostSide::overlapped,
            .format = VerdictFormat::bits};
}

}  // namespace

const Stage& s12_one_chunk() {
    static const SliceStage stage(scratch_in_chunks(0));
    return stage;
}
const Stage& s13_chunks_of_10() {
    static const SliceStage stage(scratch_in_chunks(10));
    return stage;
}
const Stage& s14_chunks_of_1() {
    static const SliceStage stage(scratch_in_chunks(1));
    return stage;
}
const Stage& s15_packed_one_chunk() {
    static const SliceStage stage(packed_in_chunks(0));
    return stage;
}
const Stage& s16_packed_chunks_of_10() {
    static const SliceStage stage(packed_in_chunks(10));
    return stage;
}
const Stage& s17_packed_chunks_of_1() {
    static const SliceStage stage(packed_in_chunks(1));
    return stage;
}

}  // namespace hexscan
