#pragma once

#include "kernels/lane_runs.cuh"
#include "kernels/row_segment.cuh"
#include "kernels/shared/row_words.h"
#include "kernels/warp.h"

/// Converts rows between runs (row_segment.cuh) and words with one bit per column.
namespace hexscan {

/// Writes the words of a row. The lanes write the words together, each one at a time. run_at(k) is run k of the row.
template <class RunAt>
__device__ inline void write_words_of_row(const RowWords& words, int slice, int row, int runs, RunAt run_at) {
    std::uint32_t* const of_row = words.words + words.row_begin(slice, row);
    for (int word = static_cast<int>(threadIdx.x) % warp_size; word < words.words_per_row; word += warp_size) {
        std::uint32_t bits = 0;
        for (int k = 0; k < runs; ++k) {
            const ColumnRange run = run_at(k);
            bits |= bits_of_run(word, run.first, run.last);
        }
        of_row[word] = bits;
    }
}

/// Writes the words of the rows of each segment. Undecided rows get empty words.
/// Grid: segments. Block: one warp. No shared memory. A thread writes every 32nd word of its segment's rows.
template <class Segment>
__global__ void words_of_segments_kernel(const Segment* const segments, const int segments_per_slice,
                                         const RowWords words) {
    const int lane = static_cast<int>(threadIdx.x);
    const int slice = static_cast<int>(blockIdx.x) / segments_per_slice;
    const int first_row = static_cast<int>(blockIdx.x) % segments_per_slice * Segment::rows;
    const Segment& segment = segments[blockIdx.x];
    const int mine = lane < Segment::rows && first_row + lane < words.rows ? segment.run_counts[lane] : 0;
    const int my_count = mine == undecided_row ? 0 : mine;
    const int my_end = warp_prefix_sum(my_count);
    for (int r = 0; r < Segment::rows && first_row + r < words.rows; ++r) {
        const int end = __shfl_sync(all_lanes, my_end, r), count = __shfl_sync(all_lanes, my_count, r);
        write_words_of_row(words, slice, first_row + r, count, [&](int k) -> ColumnRange {
            const auto& run = segment.runs[end - count + k];
            return {static_cast<int>(run.first), static_cast<int>(run.last)};
        });
    }
}

/// Finds the runs in the words of a grid's rows. The lanes of a warp read the words of their rows together. A row with
/// more runs than fit into a segment is undecided. Grid: segments. Block: one warp. Shared memory: words, runs, a
/// segment. A thread has one row.
template <class Segment>
__global__ void segments_of_words_kernel(const RowWords words, Segment* const segments, const int segments_per_slice,
                                         int* const any_undecided) {
    constexpr int rows = Segment::rows;
    static_assert(rows == warp_size);
    __shared__ Segment packed;
    __shared__ WarpRuns<Segment::max_runs, typename Segment::Run> shared_runs;
    // Each row has one column more than necessary, so that lanes that read different rows use different banks.
    __shared__ std::uint32_t staged[rows][warp_size + 1];
    const int lane = static_cast<int>(threadIdx.x);
    const int slice = static_cast<int>(blockIdx.x) / segments_per_slice;
    const int first_row = static_cast<int>(blockIdx.x) % segments_per_slice * rows;
    const int rows_here = first_row + rows < words.rows ? rows : words.rows - first_row;
    const std::uint32_t* const first = words.words + words.row_begin(slice, first_row);

    LaneRuns<Segment::max_runs, false, typename Segment::Run> runs(shared_runs);
    RunsOfWords reader;
    bool decided = true;
    const auto keep = [&](int from, int to) { decided = runs.insert(runs.count(), {from, to}) && decided; };
    for (int begin = 0; begin < words.words_per_row; begin += warp_size) {
        const int end = begin + warp_size < words.words_per_row ? begin + warp_size : words.words_per_row;
        const int word = begin + lane;
        HEXSCAN_UNROLL
        for (int r = 0; r < rows; ++r)
            if (r < rows_here && word < end)
                staged[r][lane] = first[static_cast<std::size_t>(r) * static_cast<std::size_t>(words.words_per_row) +
                                        static_cast<std::size_t>(word)];
        __syncwarp();
        for (int w = begin; lane < rows_here && w < end; ++w) reader.read(w, staged[lane][w - begin], keep);
        __syncwarp();
    }
    if (lane < rows_here) reader.finish(words.words_per_row, keep);
    report_undecided(!decided, any_undecided);
    store_segment(packed, segments[blockIdx.x], decided, [&](auto emit) {
        for (int k = 0; k < runs.count(); ++k) emit(runs.get(k).first, runs.get(k).last);
        return runs.count();
    });
}

/// Adds runs to words.
/// Grid: runs / block. Block: any. No shared memory. A thread adds one run.
inline __global__ void add_runs_kernel(const RowWords words, const RowRun* const runs, const int count) {
    const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (k >= count) return;
    const RowRun run = runs[k];
    for (int word = run.first / columns_per_word; word <= run.last / columns_per_word; ++word)
        atomicOr(&words.at(run.slice, run.row, word), bits_of_run(word, run.first, run.last));
}

}  // namespace hexscan
