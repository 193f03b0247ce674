#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "src/device/cuda_support.h"
#include "src/scan/plan.h"

namespace hexscan {

/// Slices that one kernel of a map takes at most: enough to fill a device. The first takes fewer, for the copy to begin
/// early, and each pair twice as many as the one before: on an H200 the limit map of the default grid takes 6.9 ms so, 7.08 ms
/// in chunks of 25 (hexscan_set_figures, 2026-11-22).
inline constexpr int slices_per_chunk = 25, slices_of_first_chunk = 4;

/// A number per grid point, on the device and at home in pinned memory.
template <class Number>
class MapBuffer {
public:
    /// Empty where the map is not asked for.
    MapBuffer(const ScanPlan& plan, bool asked)
        : slice_points_(static_cast<std::size_t>(plan.points_per_slice())),
          device_(asked ? static_cast<std::size_t>(plan.points()) : 0),
          home_(asked ? static_cast<std::size_t>(plan.points()) : 0) {}

    Number* device() { return device_.data(); }
    Number* home(int slice) { return home_.data() + static_cast<std::size_t>(slice) * slice_points_; }
    const Number* home(int slice) const { return home_.data() + static_cast<std::size_t>(slice) * slice_points_; }
    std::int64_t bytes() const { return static_cast<std::int64_t>(home_.bytes()); }

    void copy_home(int first_slice, int slices, const Stream& stream) {
        if (home_.size() == 0) return;
        const std::size_t first = static_cast<std::size_t>(first_slice) * slice_points_;
        HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(home_.data() + first, device_.data() + first,
                                           static_cast<std::size_t>(slices) * slice_points_ * sizeof(Number),
                                           cudaMemcpyDeviceToHost, stream.get()));
    }

    void fill(int slice, std::vector<Number>& values) const {
        std::copy(home(slice), home(slice) + slice_points_, values.begin());
    }

    /// Values that no map has: bytes of all ones, which are 255 and not a number.
    void poison() {
        if (home_.size() == 0) return;
        std::memset(home_.data(), poison_byte, home_.bytes());
        HEXSCAN_CUDA_CHECK(cudaMemset(device_.data(), poison_byte, device_.bytes()));
        // The streams of kernels do not wait for the default stream.
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
    }
    std::int64_t unwritten() const {
        return std::count_if(home_.data(), home_.data() + home_.size(), [](Number value) {
            if constexpr (sizeof(Number) == 1)
                return value == poison_byte;
            else
                return value != value;
        });
    }

private:
    static constexpr std::uint8_t poison_byte = 0xFF;

    std::size_t slice_points_;
    DeviceBuffer<Number> device_;
    PinnedBuffer<Number> home_;
};

/// Runs the chunks of a map: kernels on a few streams, so that one begins where another ends, and copies in order
/// behind them. Slices in the middle of a grid take longest, so chunks come from both of its ends in turn: their copies leave
/// the middle its time. On an H200 the tilt map of the default grid takes 7.4 ms so, 8.4 ms from below upwards
/// (hexscan_set_figures, 2026-11-22).
class ChunkPipeline {
public:
    /// launch(first slice, slices, stream) starts the kernel of a chunk, copy(first slice, slices, stream) its copies.
    template <class Launch, class Copy>
    void run(int slices, Launch launch, Copy copy) {
        int low = 0, high = slices;
        for (std::size_t chunk = 0; low < high; ++chunk) {
            const int wanted = slices_of_first_chunk << std::min<std::size_t>(chunk / 2, 8);
            const int count = std::min({wanted, slices_per_chunk, high - low});
            const bool from_below = chunk % 2 == 0;
            const int first = from_below ? low : high - count;
            (from_below ? low : high) += from_below ? count : -count;
            const std::size_t turn = chunk % kernels_.size();
            launch(first, count, kernels_[turn]);
            HEXSCAN_CUDA_CHECK(cudaGetLastError());
            HEXSCAN_CUDA_CHECK(cudaEventRecord(done_[turn].get(), kernels_[turn].get()));
            HEXSCAN_CUDA_CHECK(cudaStreamWaitEvent(copies_.get(), done_[turn].get()));
            copy(first, count, copies_);
        }
    }
    void finish() {
        for (const Stream& stream : kernels_) stream.synchronize();
        copies_.synchronize();
    }

private:
    std::array<Stream, 3> kernels_;
    std::array<Event, 3> done_;
    Stream copies_;
};

}  // namespace hexscan
