#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel_tuning.h"
#include "kernels/rows/segment_row.h"
#include "report_undecided.cuh"
#include "warp.h"

/// The format in which runs leave the device. A warp packs the runs of its rows densely and writes them directly into
/// host memory, so that the transfer overlaps the arithmetic.
namespace hexscan {

/// A run in transfer. 16 bits per column suffice for grids of up to 65536 columns.
struct NarrowRun {
    std::uint16_t first, last;
};
struct WideRun {
    std::uint32_t first, last;
};

/// The number of rows of a segment. It depends on whether the segment's rows all lie in one slice or belong to a tile
/// with rows in several slices.
inline constexpr int rows_per_segment = warp_size, rows_per_short_segment = tuning::rows_per_tile;

/// The data that one warp writes: first the number of runs of each of its rows, then all runs, densely packed. A warp
/// writes only the bytes in use, rounded up to whole sectors of 32 bytes.
template <int row_count, int max_runs_per_row, class PackedRun>
struct SegmentRows {
    using Run = PackedRun;
    static constexpr int rows = row_count, max_runs = max_runs_per_row;
    std::uint8_t run_counts[rows];
    PackedRun runs[rows * max_runs];
};
template <int max_runs_per_row, class PackedRun>
struct alignas(128) RowSegment : SegmentRows<rows_per_segment, max_runs_per_row, PackedRun> {};
template <int max_runs_per_row, class PackedRun>
struct alignas(128) ShortSegment : SegmentRows<rows_per_short_segment, max_runs_per_row, PackedRun> {};

/// Sum of the values of all lanes up to and including this lane.
__device__ inline int warp_prefix_sum(int value) {
    const int lane = static_cast<int>(threadIdx.x) % warp_size;
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const int below = __shfl_up_sync(all_lanes, value, distance);
        if (lane >= distance) value += below;
    }
    return value;
}

/// Writes the first `bytes` of the warp's shared memory to `target`, in whole sectors.
template <class Packed, class Target>
__device__ inline void store_sectors(const Packed& packed, Target& target, int bytes) {
    const int vectors = (bytes + sector_bytes - 1) / sector_bytes * (sector_bytes / static_cast<int>(sizeof(uint4)));
    const uint4* const source = reinterpret_cast<const uint4*>(&packed);
    uint4* const home = reinterpret_cast<uint4*>(&target);
    for (int k = static_cast<int>(threadIdx.x) % warp_size; k < vectors; k += warp_size) home[k] = source[k];
}

/// Packs the runs of a segment's rows, one row per lane from `first_lane` on, and writes them to `target`. `packed` is
/// the warp's own shared memory. The function for_each_run(emit) calls emit(first, last) for every run of the lane's
/// row, in order, and returns their number. It is not called for undecided rows.
template <class Segment, class ForEachRun>
__device__ inline void store_segment(Segment& packed, Segment& target, bool decided, ForEachRun for_each_run,
                                     int first_lane = 0) {
    const int lane = static_cast<int>(threadIdx.x) % warp_size;
    const int row = lane - first_lane;
    const bool mine = row >= 0 && row < Segment::rows;
    const int runs = mine && decided ? for_each_run([](int, int) {}) : 0;
    const int end = warp_prefix_sum(runs);
    if (mine) packed.run_counts[row] = decided ? static_cast<std::uint8_t>(runs) : undecided_row;
    int at = end - runs;
    if (runs > 0)
        for_each_run([&](int first, int last) {
            auto& run = packed.runs[at++];
            run.first = static_cast<decltype(run.first)>(first);
            run.last = static_cast<decltype(run.last)>(last);
        });
    __syncwarp();

    const int all_runs = __shfl_sync(all_lanes, end, warp_size - 1);
    store_sectors(packed, target,
                  static_cast<int>(offsetof(Segment, runs)) + all_runs * static_cast<int>(sizeof(packed.runs[0])));
}

}  // namespace hexscan
