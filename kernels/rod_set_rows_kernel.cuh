#pragma once

#include <cstdint>

#include "kernels/sets/rod_total_rows.h"
#include "lane_runs.cuh"
#include "row_segment.cuh"
#include "set_rows_kernel.cuh"
#include "warp.h"

/// Solves rows of total workspaces of legs with rods on the device, as set_rows_kernel.cuh does for telescopic legs.
/// Each lane has one row, and a warp has neighbouring rows. If a row has more runs than fit into memory, it is marked,
/// and the host solves it.
namespace hexscan {

/// Solves the rows of segments. `scan` is a RodSetScan.
/// Grid: segments / `warps`. Block: `warps` warps. Shared memory: runs, samples, a segment per warp. A thread has one
/// row.
template <class Segment, class Scan, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_rod_set_rows_kernel(const __grid_constant__ Scan scan, const RowTargets<Segment> targets) {
    using Real = typename Scan::Real;
    using Runs = LaneRuns<Segment::max_runs>;
    __shared__ WarpRuns<Segment::max_runs> shared_runs[warps];
    __shared__ RodSample<Real> shared_samples[warps][warp_size];
    __shared__ Segment packed_segments[warps];
    const std::uint32_t segment = blockIdx.x * warps + threadIdx.x / warp_size;
    if (segment >= targets.segment_count) return;

    const LaneRow lane = lane_row(scan, segment, targets.segments_per_slice);
    Runs runs(shared_runs[threadIdx.x / warp_size]);
    SetRow<Runs> row{lane.y_m, lane.z_m, runs, false};
    const WarpThatShares<RodSample<Real>> warp{{}, shared_samples[threadIdx.x / warp_size]};
    solve_total_row_of_rods(scan, lane.inside, warp, row);

    report_undecided(row.undecided, targets.any_undecided);
    store_segment(packed_segments[threadIdx.x / warp_size], targets.segments[segment], !row.undecided, [&](auto emit) {
        for (int r = 0; r < runs.count(); ++r) emit(runs.get(r).first, runs.get(r).last);
        return runs.count();
    });
}

/// Makes the cells of all nodes of the tree (kernels/sets/orientation_tree.h): one per node and leg.
/// Grid: nodes * 6 / block. Block: any. No shared memory. A thread makes the cell of one node and leg.
template <class Scan>
__global__ void make_rod_cells_kernel(const __grid_constant__ Scan scan, RodCell<typename Scan::Real>* cells,
                                      std::int64_t cell_count) {
    const std::int64_t cell = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (cell >= cell_count) return;
    const TreeNode node = node_at(scan.tree, cell / leg_count);
    const IndexBox box = samples_of(scan.set, scan.tree, node);
    if (!box.empty())
        cells[cell] =
            rod_cell<typename Scan::Real>(scan.set, node.level, box, scan.joints[cell % leg_count].platform_m);
}

}  // namespace hexscan
