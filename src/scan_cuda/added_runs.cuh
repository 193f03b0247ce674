#pragma once

#include <cstddef>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/shared/row_words_kernels.cuh"
#include "kernels/warp.h"
#include "src/device/cuda_support.h"
#include "src/engines/engine.h"
#include "src/scan/grid.h"

namespace hexscan {

/// Appends the runs of a slice. Its first row is row `first_row` of slice `index`.
inline void append_runs(const WorkspaceSlice& slice, int index, int first_row, std::vector<RowRun>& runs) {
    for (int row = 0; row < slice.rows(); ++row)
        for (const Run& run : slice.row(row)) runs.push_back({index, first_row + row, run.first, run.last});
}

/// The runs of all slices that an engine has scanned.
inline std::vector<RowRun> runs_of_scan(const PreparedScan& scan, const ScanGrid& grid) {
    std::vector<std::vector<RowRun>> of_slices(static_cast<std::size_t>(grid.slices()));
    tbb::parallel_for(0, grid.slices(), [&](int slice) {
        append_runs(scan.slice(slice), slice, 0, of_slices[static_cast<std::size_t>(slice)]);
    });
    std::vector<RowRun> all;
    for (const auto& runs : of_slices) all.insert(all.end(), runs.begin(), runs.end());
    return all;
}

/// Writes runs from the host into words in device memory.
class AddedRuns {
public:
    /// Starts adding runs to the words.
    void add(const RowWords& words, const std::vector<RowRun>& runs, const Stream& stream) {
        if (runs.empty()) return;
        if (runs.size() > runs_.size()) runs_ = DeviceBuffer<RowRun>(runs.size());
        HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(runs_.data(), runs.data(), runs.size() * sizeof runs[0],
                                           cudaMemcpyHostToDevice, stream.get()));
        const auto count = static_cast<int>(runs.size());
        add_runs_kernel<<<static_cast<unsigned>((count + warp_size - 1) / warp_size), warp_size, 0, stream.get()>>>(
            words, runs_.data(), count);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }
    /// Starts replacing all words by those of the runs.
    void replace(const RowWords& words, const std::vector<RowRun>& runs, const Stream& stream) {
        const std::size_t bytes = sizeof(std::uint32_t) * words.row_begin(words.slices, 0);
        HEXSCAN_CUDA_CHECK(cudaMemsetAsync(words.words, 0, bytes, stream.get()));
        add(words, runs, stream);
    }

private:
    DeviceBuffer<RowRun> runs_;
};

}  // namespace hexscan
