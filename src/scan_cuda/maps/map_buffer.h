#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "src/device/cuda_support.h"
#include "src/scan/grid.h"
#include "src/scan_cuda/maps/row_marks.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

/// One number per grid point, both on the device and in pinned host memory.
template <class Number>
class MapBuffer {
public:
    /// The buffer is empty if the map is not requested.
    MapBuffer(const ScanGrid& grid, bool asked)
        : slice_points_(static_cast<std::size_t>(grid.points_per_slice())),
          row_points_(static_cast<std::size_t>(grid.columns())),
          device_(asked ? static_cast<std::size_t>(grid.points()) : 0),
          home_(asked ? static_cast<std::size_t>(grid.points()) : 0) {}

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

    /// The rows that copy_home() actually copies in order to copy `rows`. A two-dimensional copy is possible only up to
    /// a largest distance between slices. Beyond it, whole slices are copied.
    RowBand rows_to_copy(RowBand rows) const {
        constexpr std::size_t most_pitch = std::numeric_limits<std::int32_t>::max();
        if (slice_points_ * sizeof(Number) <= most_pitch) return rows;
        return {0, static_cast<int>(slice_points_ / row_points_)};
    }

    /// Copies only these rows of every slice; see rows_to_copy().
    void copy_home(int first_slice, int slices, RowBand rows, const Stream& stream) {
        const std::size_t pitch = slice_points_ * sizeof(Number);
        const std::size_t width = points_in(rows) * sizeof(Number);
        if (width == pitch) return copy_home(first_slice, slices, stream);
        if (width == 0) return;
        const std::size_t first = static_cast<std::size_t>(first_slice) * slice_points_ + points_in({0, rows.begin});
        HEXSCAN_CUDA_CHECK(cudaMemcpy2DAsync(home_.data() + first, pitch, device_.data() + first, pitch, width,
                                             static_cast<std::size_t>(slices), cudaMemcpyDeviceToHost, stream.get()));
    }

    /// Clears the rows that copy_home(rows) does not copy. Works on the host's memory.
    void clear_other_rows(int slice, RowBand rows) {
        std::fill_n(home(slice), points_in({0, rows.begin}), Number{0});
        const std::size_t end = points_in({0, rows.end});
        std::fill_n(home(slice) + end, slice_points_ - end, Number{0});
    }

    void fill(int slice, std::vector<Number>& values) const {
        std::copy(home(slice), home(slice) + slice_points_, values.begin());
    }

    /// Fills the buffer with a value that no map contains: all bits set, which is 255 or NaN.
    void poison() {
        if (home_.size() == 0) return;
        std::memset(home_.data(), poison_byte, home_.bytes());
        HEXSCAN_CUDA_CHECK(cudaMemset(device_.data(), poison_byte, device_.bytes()));
        // The kernels' streams do not wait for the default stream, so the host waits for it.
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

    std::size_t points_in(RowBand rows) const { return static_cast<std::size_t>(rows.end - rows.begin) * row_points_; }

    std::size_t slice_points_, row_points_;
    DeviceBuffer<Number> device_;
    PinnedBuffer<Number> home_;
};

/// Runs a map in chunks of slices. The kernels of the chunks use a few streams, so that one begins where another ends;
/// the copies follow in order. The first chunks are small, so that copies begin early. Each pair of chunks is twice as
/// large as the pair before. Slices in the middle of a grid take longest. So chunks alternate between both ends of the
/// grid, and their copies overlap the kernels of the middle.
class ChunkPipeline {
public:
    explicit ChunkPipeline(int slices, int slices_per_chunk = tuning::slices_per_chunk) {
        int low = 0, high = slices;
        while (low < high) {
            const std::size_t number = chunks_.size();
            const int wanted = tuning::slices_of_first_chunk << std::min<std::size_t>(number / 2, 8);
            const int count = std::min({wanted, slices_per_chunk, high - low});
            const bool from_below = number % 2 == 0;
            chunks_.push_back({from_below ? low : high - count, count, {}});
            (from_below ? low : high) += from_below ? count : -count;
        }
    }

    /// Runs all chunks. launch(first slice, slices, stream) must start the kernels of a chunk, and copy(first slice,
    /// slices, stream) its copies.
    template <class Launch, class Copy>
    void run(Launch launch, Copy copy) {
        for (std::size_t number = 0; number < chunks_.size(); ++number) {
            const Chunk& chunk = chunks_[number];
            start(number, launch);
            HEXSCAN_CUDA_CHECK(cudaStreamWaitEvent(copies_.get(), chunk.done.get()));
            copy(chunk.first_slice, chunk.slices, copies_);
        }
    }

    /// The first of two steps, for copies that depend on the results of a chunk's kernels. It starts all kernels.
    template <class Launch>
    void launch(Launch launch) {
        for (std::size_t number = 0; number < chunks_.size(); ++number) start(number, launch);
    }
    /// The second step waits for the kernels of one chunk after the other and starts the copies of each.
    template <class Copy>
    void copy_when_done(Copy copy) {
        for (const Chunk& chunk : chunks_) {
            HEXSCAN_CUDA_CHECK(cudaEventSynchronize(chunk.done.get()));
            copy(chunk.first_slice, chunk.slices, copies_);
        }
    }

    void finish() {
        for (const Stream& stream : kernels_) stream.synchronize();
        copies_.synchronize();
    }

private:
    struct Chunk {
        int first_slice, slices;
        Event done;
    };

    template <class Launch>
    void start(std::size_t number, Launch& launch) {
        const Chunk& chunk = chunks_[number];
        const Stream& stream = kernels_[number % kernels_.size()];
        launch(chunk.first_slice, chunk.slices, stream);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        HEXSCAN_CUDA_CHECK(cudaEventRecord(chunk.done.get(), stream.get()));
    }

    std::vector<Chunk> chunks_;
    std::array<Stream, tuning::streams_of_map> kernels_;
    Stream copies_;
};

}  // namespace hexscan
