#include "src/scan_cuda/device_joint_values.h"

#include "kernels/close_rods_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/device_of_memory.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

void find_poses_on_device(const RodMachine& machine, const DeviceJointValues& asked) {
    if (asked.count == 0) return;
    constexpr unsigned threads = tuning::solved_rows_per_block;
    const DeviceOfMemory device(asked.values);
    const auto stream = reinterpret_cast<cudaStream_t>(asked.stream);
    close_rods_kernel<<<static_cast<unsigned>((asked.count + threads - 1) / threads), threads, 0, stream>>>(
        asked.values, asked.count, asked.near, asked.starts, machine, asked.poses);
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(stream));
}

}  // namespace hexscan
