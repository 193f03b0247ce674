#include "src/scan_cuda/device_poses.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/poses_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {
namespace {

using quick::pose_numbers;

constexpr unsigned threads = tuning::poses_per_block;

unsigned blocks_of(std::size_t count) { return static_cast<unsigned>((count + threads - 1) / threads); }

template <class T>
StreamBuffer<T> on_device(const std::vector<T>& values, cudaStream_t stream) {
    StreamBuffer<T> buffer(values.size(), stream);
    HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(buffer.data(), values.data(), buffer.bytes(), cudaMemcpyHostToDevice, stream));
    return buffer;
}

template <class T>
std::vector<T> on_host(const T* values, std::size_t count, cudaStream_t stream) {
    std::vector<T> copy(count);
    HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(copy.data(), values, count * sizeof(T), cudaMemcpyDeviceToHost, stream));
    HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(stream));
    return copy;
}

std::vector<std::uint64_t> open_places(const DevicePoses& asked, cudaStream_t stream) {
    const std::vector<std::uint8_t> verdicts = on_host(asked.reachable, asked.count, stream);
    std::vector<std::uint64_t> places;
    for (std::size_t i = 0; i < verdicts.size(); ++i)
        if (verdicts[i] == quick::open) places.push_back(i);
    return places;
}

/// Decides the undecided poses with the reference. Returns the index of the first pose that contains NaN or infinity.
std::optional<std::size_t> settle(const PoseVerdicts& verdicts, const DevicePoses& asked, cudaStream_t stream) {
    const std::vector<std::uint64_t> places = open_places(asked, stream);
    const StreamBuffer<std::uint64_t> places_there = on_device(places, stream);
    const std::size_t numbers = places.size() * pose_numbers;
    StreamBuffer<double> gathered(numbers, stream);
    gather_poses_kernel<<<blocks_of(numbers), threads, 0, stream>>>(asked.poses, places_there.data(), places.size(),
                                                                    gathered.data());
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    const std::vector<double> poses = on_host(gathered.data(), numbers, stream);
    std::vector<std::uint8_t> settled(places.size());
    const bool all_finite = verdicts.ask(poses, settled);
    const StreamBuffer<std::uint8_t> settled_there = on_device(settled, stream);
    settle_verdicts_kernel<<<blocks_of(places.size()), threads, 0, stream>>>(places_there.data(), settled_there.data(),
                                                                             places.size(), asked.reachable);
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(stream));
    if (all_finite) return {};
    const auto bad = std::find_if(poses.begin(), poses.end(), [](double number) { return !std::isfinite(number); });
    return places[static_cast<std::size_t>(bad - poses.begin()) / pose_numbers];
}

}  // namespace

std::optional<std::size_t> ask_on_device(const PoseVerdicts& verdicts, const DevicePoses& asked) {
    if (asked.count == 0) return {};
    const DeviceInUse in_use(device_of_memory(asked.poses));
    const auto stream = reinterpret_cast<cudaStream_t>(asked.stream);
    StreamBuffer<int> any_open(1, stream);
    HEXSCAN_CUDA_CHECK(cudaMemsetAsync(any_open.data(), 0, any_open.bytes(), stream));
    hexapod_poses_kernel<<<blocks_of(asked.count), threads, 0, stream>>>(asked.poses, asked.count, verdicts.full(),
                                                                         asked.reachable, any_open.data());
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    if (on_host(any_open.data(), 1, stream)[0] == 0) return {};
    return settle(verdicts, asked, stream);
}

}  // namespace hexscan
