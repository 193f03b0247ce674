#pragma once

#include "src/device/cuda_support.h"
#include "stages/stage.h"

namespace hexscan {

/// Returns the resources of a compiled kernel, including the number of blocks of `threads_per_block` threads that fit
/// on a multiprocessor of the current device. Throws DeviceError.
template <class Kernel>
StageResources compiled_resources(Kernel* kernel, int threads_per_block) {
    const void* const function = reinterpret_cast<const void*>(kernel);
    cudaFuncAttributes attributes{};
    HEXSCAN_CUDA_CHECK(cudaFuncGetAttributes(&attributes, function));
    StageResources resources;
    resources.registers_per_thread = attributes.numRegs;
    resources.static_shared_bytes = static_cast<int>(attributes.sharedSizeBytes);
    resources.local_bytes = static_cast<int>(attributes.localSizeBytes);
    HEXSCAN_CUDA_CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resources.resident_blocks, function, threads_per_block, 0));
    return resources;
}

}  // namespace hexscan
