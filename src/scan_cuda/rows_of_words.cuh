#pragma once

#include <cstdint>
#include <vector>

#include "kernels/shared/row_words.h"
#include "kernels/shared/row_words_kernels.cuh"
#include "src/device/cuda_support.h"
#include "src/scan/grid.h"
#include "src/scan/plan.h"
#include "src/scan_cuda/row_segments.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

inline int words_per_row(const ScanGrid& grid) { return (grid.columns() + columns_per_word - 1) / columns_per_word; }

/// One bit per point of a grid, in device memory.
class WordsOnDevice {
public:
    explicit WordsOnDevice(const ScanGrid& grid)
        : buffer_(static_cast<std::size_t>(words_per_row(grid)) * static_cast<std::size_t>(grid.rows()) *
                  static_cast<std::size_t>(grid.slices())),
          words_{buffer_.data(), words_per_row(grid), grid.rows(), grid.slices()} {}

    const RowWords& words() const { return words_; }
    void poison(std::uint8_t pattern) {
        HEXSCAN_CUDA_CHECK(cudaMemset(buffer_.data(), pattern, buffer_.bytes()));
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
    }

    /// Returns the runs of a row. Meanwhile no kernel may write the row.
    std::vector<Run> runs(int slice, int row) const {
        std::vector<std::uint32_t> words(static_cast<std::size_t>(words_.words_per_row));
        HEXSCAN_CUDA_CHECK(cudaMemcpy(words.data(), buffer_.data() + words_.row_begin(slice, row),
                                      words.size() * sizeof words[0], cudaMemcpyDeviceToHost));
        std::vector<Run> runs;
        for (int column = 0; column < columns_per_word * words_.words_per_row; ++column) {
            const std::uint32_t word = words[static_cast<std::size_t>(column / columns_per_word)];
            if ((word >> column % columns_per_word & 1U) == 0) continue;
            if (runs.empty() || runs.back().last + 1 < column) runs.push_back({column, column});
            runs.back().last = column;
        }
        return runs;
    }

private:
    DeviceBuffer<std::uint32_t> buffer_;
    RowWords words_;
};

/// Rows that kernels write as words (one bit per point). The runs are then found and copied to the host.
template <class Segment>
class RowsOfWords {
public:
    explicit RowsOfWords(const ScanGrid& grid) : words_(grid), segments_(grid) {}

    const RowWords& words() const { return words_.words(); }
    RowSegments<Segment>& segments() { return segments_; }
    const RowSegments<Segment>& segments() const { return segments_; }

    void poison(std::uint8_t pattern) {
        words_.poison(pattern);
        segments_.poison(pattern);
    }
    /// Finds the runs of all words. Waits for all work of the stream.
    void find_runs(const Stream& stream) {
        segments_.begin();
        segments_of_words_kernel<Segment><<<segments_.count(), warp_size, 0, stream.get()>>>(
            words_.words(), segments_.data(), segments_.per_slice(), segments_.any_undecided());
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        stream.synchronize();
    }
    /// Takes rows with more runs than a segment can hold directly from their words.
    void settle_crowded_rows() {
        for (const auto& row : segments_.undecided_rows()) segments_.settle(row, words_.runs(row.first, row.second));
    }

private:
    WordsOnDevice words_;
    RowSegments<Segment> segments_;
};

/// Calls visit<Segment>() with the type of segment for a plan.
template <class Visit>
auto with_segment_of_words(const ScanPlan& plan, Visit visit) {
    if (plan.columns() > 65536) return visit.template operator()<RowSegment<tuning::max_cut_runs, WideRun>>();
    return visit.template operator()<RowSegment<tuning::max_cut_runs, NarrowRun>>();
}

}  // namespace hexscan
