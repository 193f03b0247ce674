#include "src/scan_cuda/device_joint_values.h"

#include "kernels/close_rods_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

namespace {

/// Calls start(blocks, threads, stream) on the device of the memory, and waits for the stream.
template <class Start>
void run_rows(const double* memory, std::size_t count, std::uintptr_t stream_number, Start start) {
    if (count == 0) return;
    constexpr unsigned threads = tuning::solved_rows_per_block;
    const DeviceInUse in_use(device_of_memory(memory));
    const auto stream = reinterpret_cast<cudaStream_t>(stream_number);
    start(static_cast<unsigned>((count + threads - 1) / threads), threads, stream);
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(stream));
}

}  // namespace

void find_poses_on_device(const RodMachine& machine, const DeviceJointValues& asked) {
    run_rows(asked.values, asked.count, asked.stream, [&](unsigned blocks, unsigned threads, cudaStream_t stream) {
        close_rods_kernel<<<blocks, threads, 0, stream>>>(asked.values, asked.count, asked.near, asked.starts, machine,
                                                          asked.poses);
    });
}

void certify_poses_on_device(const RodMachine& machine, const DevicePoseProofs& asked) {
    run_rows(asked.values, asked.count, asked.stream, [&](unsigned blocks, unsigned threads, cudaStream_t stream) {
        certify_poses_kernel<<<blocks, threads, 0, stream>>>(asked.values, asked.count, asked.poses, machine,
                                                             asked.certificates);
    });
}

}  // namespace hexscan
