#pragma once

#include "kernels/row_segment.cuh"
#include "kernels/shared/row_words.h"
#include "kernels/warp.h"

/// Rows as runs (row_segment.cuh) made words of bits, and words made runs.
namespace hexscan {

/// Writes the words of the rows of each segment, a warp for a segment and a lane for a word. Rows that were not decided
/// have none.
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
        for (int word = lane; word < words.words_per_row; word += warp_size) {
            std::uint32_t bits = 0;
            for (int k = end - count; k < end; ++k)
                bits |=
                    bits_of_run(word, static_cast<int>(segment.runs[k].first), static_cast<int>(segment.runs[k].last));
            words.at(slice, first_row + r, word) = bits;
        }
    }
}

/// Runs of the words of a grid's rows, a row for each lane. Rows of more runs than there is room for are undecided.
template <class Segment>
__global__ void segments_of_words_kernel(const RowWords words, Segment* const segments, const int segments_per_slice,
                                         int* const any_undecided) {
    __shared__ Segment packed;
    const int slice = static_cast<int>(blockIdx.x) / segments_per_slice;
    const int row = static_cast<int>(blockIdx.x) % segments_per_slice * Segment::rows + static_cast<int>(threadIdx.x);
    const bool on_grid = row < words.rows;
    const std::uint32_t* const of_row = words.words + words.row_begin(slice, on_grid ? row : 0);
    const auto for_each_run = [&](auto emit) {
        return on_grid ? for_each_run_of_words(
                             words.words_per_row, [&](int w) { return of_row[w]; }, emit)
                       : 0;
    };
    const bool decided = for_each_run([](int, int) {}) <= Segment::max_runs;
    store_segment(packed, segments[blockIdx.x], decided, for_each_run);
    if (!decided) *any_undecided = 1;
}

/// Adds runs to words, a run for each thread.
inline __global__ void add_runs_kernel(const RowWords words, const PlacedRun* const runs, const int count) {
    const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (k >= count) return;
    const PlacedRun run = runs[k];
    for (int word = run.first / columns_per_word; word <= run.last / columns_per_word; ++word)
        atomicOr(&words.at(run.slice, run.row, word), bits_of_run(word, run.first, run.last));
}

}  // namespace hexscan
