#pragma once

#include <cstdint>

#include "kernels/rows/rod_rows.h"
#include "kernels/rows/rotary_rows.h"
#include "kernels/rows/segment_row.h"
#include "lane_runs.cuh"
#include "row_runs_kernel.cuh"

/// Solves rows for rotary legs. As in stage 10 for telescopic legs (row_runs_kernel.cuh), a thread solves a row. Its
/// warp packs the runs of 32 rows and writes them directly into host memory.
namespace hexscan {

/// Solves the rows of segments. Segments cover the rows of a slice 32 by 32, slice after slice. `any_undecided` becomes
/// 1 if a row has more runs than fit into memory. It and `segments` are in mapped host memory, `geometry` is in device
/// memory. Grid: segments / `warps`. Block: `warps` warps. Shared memory: runs and a segment per warp. A thread has one
/// row.
template <class Segment, class RowLeg, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_rotary_rows_kernel(const RodGeometry<RowLeg>* geometry, Segment* segments, std::uint32_t segments_per_slice,
                               std::uint32_t segment_count, int* any_undecided) {
    __shared__ Segment packed_segments[warps];
    __shared__ WarpRuns<Segment::max_runs> runs_of_warps[warps][2];

    const std::uint32_t warp = threadIdx.x / warp_size, segment = blockIdx.x * warps + warp;
    if (segment >= segment_count) return;
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    const auto [row_index, slice] = segment_row(segment, segments_per_slice, rows_per_segment, lane);

    LaneRuns<Segment::max_runs> one(runs_of_warps[warp][0]), other(runs_of_warps[warp][1]);
    const LaneRuns<Segment::max_runs>* row = &one;
    if (row_index < geometry->y.count)
        row = solve_rod_row(*geometry, grid_coordinate(geometry->y, row_index), grid_coordinate(geometry->z, slice),
                            one, other);
    const bool decided = row != nullptr;
    report_undecided(!decided, any_undecided);
    store_segment(packed_segments[warp], segments[segment], decided, [&](auto emit) {
        for (int r = 0; r < row->count(); ++r) emit(row->get(r).first, row->get(r).last);
        return row->count();
    });
}

}  // namespace hexscan
