#pragma once

#include <cstdint>

#include "kernels/points/point_answers.h"
#include "kernels/report_undecided.cuh"
#include "kernels/shared/row_words.h"
#include "kernels/warp.h"

/// Combines the workspaces of single orientations, one orientation after the other, into the results of a set.
namespace hexscan {

/// The orientation whose words are added to the results of a set.
struct Turn {
    std::int64_t number;  ///< number of the orientation; the first one must be 0
    int ring;             ///< its ring in a cone of tilts
    int rings;            ///< number of rings of the cone
    bool inclusive;       ///< true: a point must be reachable at any orientation; false: at all
    int* any_open;        ///< becomes 1 if a later orientation can change the workspace; in mapped host memory
};

/// Adds the words of an orientation to those of a set. Only one thread of a block tells the host that the workspace can
/// still change, because a store to the host's memory takes longer than the block's other work.
/// Grid: words / block. Block: any. No shared memory. A thread has one word.
inline __global__ void add_words_kernel(const RowWords words, const RowWords all, const Turn turn, const int columns) {
    const std::size_t k = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    bool is_open = false;
    if (k < words.row_begin(words.slices, 0)) {
        const std::uint32_t here = words.words[k], before = turn.number == 0 ? here : all.words[k];
        const std::uint32_t now = turn.inclusive ? before | here : before & here;
        const auto word = static_cast<int>(k % static_cast<std::size_t>(words.words_per_row));
        is_open = now != (turn.inclusive ? bits_of_run(word, 0, columns - 1) : 0);
        all.words[k] = now;
    }
    const bool any_open = !__syncthreads_and(!is_open);
    report_undecided(any_open && threadIdx.x == 0, turn.any_open);
}

/// Adds the words of an orientation to the maps of a set. Until share_of_counts_kernel() runs, `share` holds the number
/// of orientations that reach a point.
/// Grid: words / `warps`. Block: `warps` warps. No shared memory. A warp adds one word, a thread one of its columns.
template <int warps>
__global__ void add_to_maps_kernel(const RowWords words, const PointAnswers answers, const Turn turn,
                                   const int columns) {
    const std::size_t k = static_cast<std::size_t>(blockIdx.x) * warps + threadIdx.x / warp_size;
    if (k >= words.row_begin(words.slices, 0)) return;
    const int lane = static_cast<int>(threadIdx.x) % warp_size;
    const auto of_row = static_cast<std::size_t>(words.words_per_row);
    const int column = static_cast<int>(k % of_row) * columns_per_word + lane;
    if (column >= columns) return;
    const std::size_t at = k / of_row * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
    const bool reached = (words.words[k] >> lane & 1U) != 0;
    if (answers.share) answers.share[at] = (turn.number == 0 ? 0 : answers.share[at]) + (reached ? 1 : 0);
    if (answers.rings) {
        const int before = turn.number == 0 ? turn.rings : answers.rings[at];
        answers.rings[at] = static_cast<std::uint8_t>(!reached && turn.ring < before ? turn.ring : before);
    }
}

/// Divides the numbers of orientations by their total.
/// Grid: points / block. Block: any. No shared memory. A thread has one point.
inline __global__ void share_of_counts_kernel(float* const share, const std::size_t points, const double orientations) {
    const std::size_t at = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (at < points) share[at] = static_cast<float>(static_cast<double>(share[at]) / orientations);
}

}  // namespace hexscan
