#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/rows/row_solver.h"
#include "kernels/rows/segment_row.h"
#include "kinematics.h"
#include "row_segment.cuh"
#include "warp.h"

/// Stage 10 of the CUDA study (stages/s10_row_runs.cu): a thread solves a row in closed form. Its warp packs the runs
/// of 32 rows and writes them directly into host memory, so that the transfer overlaps the arithmetic.
namespace hexscan {

/// The reference test. Not inlined: few columns need it, but its registers would slow down every row.
__device__ __noinline__ inline bool exact_reachable_column(const ScanGeometry<double>& geometry, int column, double y_m,
                                                           double z_m) {
    return exact_reachable(geometry, grid_coordinate(geometry.x, column), y_m, z_m);
}

/// Solves the rows of segments, with roots in Real. Segments cover the rows of a slice 32 by 32, slice after slice.
/// `any_undecided` becomes 1 if some row is undecided. Both pointers are mapped host memory.
/// Grid: segments / `warps`. Block: `warps` warps. Shared memory: a segment per warp. A thread has one row.
template <class Segment, class Real, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_row_runs_kernel(const __grid_constant__ RowGeometry geometry, Segment* segments,
                            std::uint32_t segments_per_slice, std::uint32_t segment_count, int* any_undecided) {
    constexpr int hole_count = Segment::max_runs - 1;
    __shared__ Segment packed_segments[warps];

    const std::uint32_t segment = blockIdx.x * warps + threadIdx.x / warp_size;
    if (segment >= segment_count) return;
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    const auto [row_index, slice] = segment_row(segment, segments_per_slice, rows_per_segment, lane);

    RowColumns<hole_count> row = empty_row<hole_count>();
    if (row_index < geometry.exact.y.count) {
        const double y_m = grid_coordinate(geometry.exact.y, row_index);
        const double z_m = grid_coordinate(geometry.exact.z, slice);
        row = solve_row<hole_count, Real>(
            geometry, y_m, z_m, [&](int column) { return exact_reachable_column(geometry.exact, column, y_m, z_m); });
    }
    report_undecided(!row.decided, any_undecided);
    store_segment(packed_segments[threadIdx.x / warp_size], segments[segment], row.decided,
                  [&](auto emit) { return for_each_run(row, emit); });
}

}  // namespace hexscan
