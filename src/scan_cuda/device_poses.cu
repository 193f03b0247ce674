#include "src/scan_cuda/device_poses.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/poses_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/device_of_memory.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {
namespace {

using quick::pose_numbers;

constexpr unsigned threads = tuning::poses_per_block;

unsigned blocks_of(std::size_t count) { return static_cast<unsigned>((count + threads - 1) / threads); }

template <class T>
DeviceBuffer<T> on_device(const std::vector<T>& values) {
    DeviceBuffer<T> buffer(values.size());
    HEXSCAN_CUDA_CHECK(cudaMemcpy(buffer.data(), values.data(), buffer.bytes(), cudaMemcpyHostToDevice));
    return buffer;
}

template <class T>
std::vector<T> on_host(const T* values, std::size_t count) {
    std::vector<T> copy(count);
    HEXSCAN_CUDA_CHECK(cudaMemcpy(copy.data(), values, count * sizeof(T), cudaMemcpyDeviceToHost));
    return copy;
}

std::vector<std::uint64_t> open_places(const DevicePoses& asked) {
    const std::vector<std::uint8_t> verdicts = on_host(asked.reachable, asked.count);
    std::vector<std::uint64_t> places;
    for (std::size_t i = 0; i < verdicts.size(); ++i)
        if (verdicts[i] == quick::open) places.push_back(i);
    return places;
}

/// Decides the undecided poses with the reference. Returns the first pose that has a number which is not finite.
std::optional<std::size_t> settle(const PoseVerdicts& verdicts, const DevicePoses& asked) {
    const std::vector<std::uint64_t> places = open_places(asked);
    const DeviceBuffer<std::uint64_t> places_there = on_device(places);
    DeviceBuffer<double> gathered(places.size() * pose_numbers);
    gather_poses_kernel<<<blocks_of(gathered.size()), threads>>>(asked.poses, places_there.data(), places.size(),
                                                                 gathered.data());
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    const std::vector<double> poses = on_host(gathered.data(), gathered.size());
    std::vector<std::uint8_t> settled(places.size());
    const bool all_finite = verdicts.ask(poses, settled);
    const DeviceBuffer<std::uint8_t> settled_there = on_device(settled);
    settle_verdicts_kernel<<<blocks_of(places.size()), threads>>>(places_there.data(), settled_there.data(),
                                                                  places.size(), asked.reachable);
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
    if (all_finite) return {};
    const auto bad = std::find_if(poses.begin(), poses.end(), [](double number) { return !std::isfinite(number); });
    return places[static_cast<std::size_t>(bad - poses.begin()) / pose_numbers];
}

}  // namespace

std::optional<std::size_t> ask_on_device(const PoseVerdicts& verdicts, const DevicePoses& asked) {
    if (asked.count == 0) return {};
    const DeviceOfMemory device(asked.poses);
    const auto stream = reinterpret_cast<cudaStream_t>(asked.stream);
    DeviceBuffer<std::uint8_t> any_open(1);
    HEXSCAN_CUDA_CHECK(cudaMemsetAsync(any_open.data(), 0, 1, stream));
    hexapod_poses_kernel<<<blocks_of(asked.count), threads, 0, stream>>>(asked.poses, asked.count, verdicts.full(),
                                                                         asked.reachable, any_open.data());
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(stream));
    if (on_host(any_open.data(), 1)[0] == 0) return {};
    return settle(verdicts, asked);
}

}  // namespace hexscan
