#pragma once

#include <cstdint>

#include "kernels/lane_runs.cuh"
#include "kernels/row_runs_kernel.cuh"
#include "kernels/rows/row_solver.h"
#include "kernels/rows/segment_row.h"
#include "kernels/shared/doubted_columns.cuh"
#include "kernels/shared/row_words_kernels.cuh"

namespace hexscan {

/// Writes the positions that the legs reach at one orientation as words, one bit per position. Limits that legs share
/// are not applied. Rows are solved in closed form, as in hexapod_row_runs_kernel, but runs stay in the warp. Rows that
/// touch the border of a limit get no runs and are appended to `doubted`. Grid: segments / `warps`. Block: `warps`
/// warps. Shared memory: runs. A thread has one row, and words of all its warp's rows.
template <class Real, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_leg_words_kernel(const __grid_constant__ RowGeometry geometry, const RowWords words,
                             const std::uint32_t segments_per_slice, const std::uint32_t segment_count,
                             const DoubtedColumns doubted) {
    __shared__ WarpRuns<max_narrow_runs> shared_runs[warps];
    const std::uint32_t segment = blockIdx.x * warps + threadIdx.x / warp_size;
    if (segment >= segment_count) return;
    WarpRuns<max_narrow_runs>& of_warp = shared_runs[threadIdx.x / warp_size];
    const auto [first_row, slice] = segment_row(segment, segments_per_slice, warp_size, 0);
    const int row = first_row + static_cast<int>(threadIdx.x % warp_size);

    LaneRuns<max_narrow_runs> runs(of_warp);
    if (row < words.rows) {
        const double y_m = grid_coordinate(geometry.exact.y, row), z_m = grid_coordinate(geometry.exact.z, slice);
        const auto columns = solve_row<narrow_holes, Real>(
            geometry, y_m, z_m, [&](int column) { return exact_reachable_column(geometry.exact, column, y_m, z_m); });
        if (columns.decided)
            for_each_run(columns, [&](int first, int last) { runs.insert(runs.count(), {first, last}); });
        else
            doubted.append({slice, row, 0, legs_by_themselves, 0});
    }
    __syncwarp();
    for (int r = 0; r < warp_size && first_row + r < words.rows; ++r) {
        const LaneRuns<max_narrow_runs> of_row(of_warp, r, __shfl_sync(all_lanes, runs.count(), r));
        write_words_of_row(words, slice, first_row + r, of_row.count(), [&](int k) { return of_row.get(k); });
    }
}

}  // namespace hexscan
