#pragma once

#include <cstdint>

#include "kernels/sets/rod_total_rows.h"
#include "row_mark.h"
#include "row_painter.cuh"
#include "set_rows_kernel.cuh"
#include "warp.h"

/// The tilt map and the share map of a set of orientations, solved row by row; each lane has a row. A point's tilt is
/// the largest tilt up to which all orientations of a cone are reachable, its share the part of the orientations that
/// are reachable. In memory x runs fastest, then y, then z.
namespace hexscan {

/// The part of a map that a launch computes: slices [first_slice, first_slice + slices) of the scan.
struct MapWindow {
    int first_slice, slices;
    RowMark* row_marks;  ///< the marks of all rows of the scan, slice by slice, in mapped host memory
};

/// Solves rows for telescopic legs at a set of orientations, one by one, or ring by ring for a cone.
template <class Real, bool wide>
struct TelescopicSetRows {
    using Shared = LegPlace<Real>;
    using Watch = RingWatch;

    SetScan<Real> scan;
    const RowGeometry* start;  ///< one orientation, solved in closed form

    /// Adds to the row's empty runs the columns that are reachable at one orientation.
    template <int capacity>
    __device__ void begin(const LaneRow& lane, SetRow<LaneRuns<capacity>>& row) const {
        row.undecided = !solve_start<capacity - 1, Real>(*start, lane, [&](int first, int last) {
            row.runs.insert(row.runs.count(), {first, last});
        });
    }
    template <class Group, class Runs>
    __device__ void keep_ring(int ring, const Group& group, Watch& watch, SetRow<Runs>& row) const {
        keep_total<wide>(scan, tree_root(ring), group, watch, row);
    }
    template <class Runs>
    __device__ void keep_orientation(OrientationIndex orientation, SetRow<Runs>& row) const {
        apply_orientation(scan, exact::rotation_at(scan.set, orientation), scan.limits, row);
    }
};

/// Solves rows for legs with rods at a set of orientations.
template <class Scan>
struct RodSetRows {
    using Shared = RodSample<typename Scan::Real>;
    struct Watch {};

    Scan scan;

    template <int capacity>
    __device__ void begin(const LaneRow&, SetRow<LaneRuns<capacity>>& row) const {
        row.undecided = !solve_rod_row(*scan.middle, row.y_m, row.z_m, row.runs);
    }
    template <class Group, class Runs>
    __device__ void keep_ring(int ring, const Group& group, Watch&, SetRow<Runs>& row) const {
        keep_total_of_rods(scan, tree_root(ring), group, row);
    }
    template <class Runs>
    __device__ void keep_orientation(OrientationIndex orientation, SetRow<Runs>& row) const {
        keep_rods_at(scan, orientation, row);
    }
};

/// The tilt map as ring numbers: how many rings of a cone are reachable in every direction, including ring 0 without
/// tilt. Rings are applied one after the other. Columns that a ring removes get the ring's number.
/// Grid: segments / `warps`. Block: `warps` warps. Shared memory: runs, samples and paint lists. A thread has one row.
template <class Rows, int capacity, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_tilt_kernel(const __grid_constant__ Rows solver, std::uint8_t* rings, std::uint32_t segments_per_slice,
                        std::uint32_t segment_count, const MapWindow window) {
    using Shared = typename Rows::Shared;
    const auto& scan = solver.scan;
    __shared__ WarpRuns<capacity> shared_runs[warps], shared_before[warps];
    __shared__ Shared shared_places[warps][warp_size];
    __shared__ WarpPaint<capacity> shared_paint[warps];
    const std::uint32_t segment = blockIdx.x * warps + threadIdx.x / warp_size;
    if (segment >= segment_count) return;
    const std::uint32_t first_segment = static_cast<std::uint32_t>(window.first_slice) * segments_per_slice;
    const LaneRow lane = lane_row(scan, first_segment + segment, segments_per_slice);
    WarpRuns<capacity>&mine = shared_runs[threadIdx.x / warp_size], &earlier = shared_before[threadIdx.x / warp_size];
    LaneRuns<capacity> runs(mine), before(earlier);
    SetRow<LaneRuns<capacity>> row{lane.y_m, lane.z_m, runs, false};

    const auto [first_row, slice] = segment_row(first_segment + segment, segments_per_slice, rows_per_segment, 0);
    RowPainter painter(shared_paint[threadIdx.x / warp_size],
                       rings + (static_cast<std::size_t>(slice) * static_cast<std::size_t>(scan.y.count) +
                                static_cast<std::size_t>(first_row)) *
                                   static_cast<std::size_t>(scan.x_real.count),
                       scan.x_real.count);
    if (lane.inside) {
        before.insert(0, {0, scan.x_real.count - 1});
        solver.begin(lane, row);
    }
    const WarpThatShares<Shared> warp{{}, shared_places[threadIdx.x / warp_size]};
    typename Rows::Watch watch;
    bool has_numbers = false;
    const int all = scan.set.counts[0];
    for (int ring = 0; ring <= all; ring = ring < all && !warp.any(row.alive()) ? all : ring + 1) {
        // After the last ring, the remaining columns count as removed, so that they get the number of rings.
        if (ring == all)
            runs.clear();
        else
            solver.keep_ring(ring, warp, watch, row);
        has_numbers = has_numbers || row.alive();
        painter.paint_removed(earlier, before, mine, runs, static_cast<std::uint8_t>(ring));
        before.clear();
        for (int r = 0; r < runs.count(); ++r) before.insert(r, runs.get(r));
    }
    painter.paint_lists();
    if (lane.inside)
        window.row_marks[static_cast<std::size_t>(slice) * static_cast<std::size_t>(scan.y.count) +
                         static_cast<std::size_t>(first_row) + threadIdx.x % warp_size] =
            row.undecided ? RowMark::undecided
            : has_numbers ? RowMark::numbers
                          : RowMark::zeros;
}

/// First half of the share map: for each run of each orientation, adds 1 to `steps` at the run's start and subtracts 1
/// after its end. A row of `steps` has one number more than the map has columns. All must be 0 before.
/// Grid: segments / `warps`. Block: `warps` warps. Shared memory: runs. A thread has one row.
template <class Rows, int capacity, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_share_steps_kernel(const __grid_constant__ Rows solver, std::int32_t* steps,
                               std::uint32_t segments_per_slice, std::uint32_t segment_count, const MapWindow window) {
    const auto& scan = solver.scan;
    __shared__ WarpRuns<capacity> shared_runs[warps];
    const std::uint32_t segment = blockIdx.x * warps + threadIdx.x / warp_size;
    if (segment >= segment_count) return;
    const std::uint32_t plan_segment = static_cast<std::uint32_t>(window.first_slice) * segments_per_slice + segment;
    const LaneRow lane = lane_row(scan, plan_segment, segments_per_slice);
    if (!lane.inside) return;
    const auto [row_index, slice] =
        segment_row(plan_segment, segments_per_slice, rows_per_segment, static_cast<int>(threadIdx.x % warp_size));
    const std::size_t in_plan =
        static_cast<std::size_t>(slice) * static_cast<std::size_t>(scan.y.count) + static_cast<std::size_t>(row_index);
    const std::size_t in_window =
        in_plan - static_cast<std::size_t>(window.first_slice) * static_cast<std::size_t>(scan.y.count);
    std::int32_t* const mine = steps + in_window * static_cast<std::size_t>(scan.x_real.count + 1);
    LaneRuns<capacity> runs(shared_runs[threadIdx.x / warp_size]);
    SetRow<LaneRuns<capacity>> row{lane.y_m, lane.z_m, runs, false};
    for (std::int64_t o = 0; o < orientation_count(scan.set) && !row.undecided; ++o) {
        runs.clear();
        runs.insert(0, {0, scan.x_real.count - 1});
        solver.keep_orientation(orientation_at(scan.set, o), row);
        for (int r = 0; r < runs.count(); ++r) {
            ++mine[runs.get(r).first];
            --mine[runs.get(r).last + 1];
        }
    }
    window.row_marks[in_plan] = row.undecided ? RowMark::undecided : RowMark::numbers;
}

/// Second half of the share map: sums the steps along each row. `share` has the layout of the window's slices. The
/// kernel is a template so that several object files can contain it. Grid: rows * 32 / block. Block: any. No shared
/// memory. A warp sums one row; a thread has every 32nd column.
template <class Step>
__global__ void hexapod_share_kernel(const Step* steps, float* share, int columns, std::int64_t rows,
                                     std::int64_t orientations) {
    const std::int64_t row = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / warp_size;
    if (row >= rows) return;
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    const Step* const mine = steps + row * (columns + 1);
    Step before = 0;
    for (int first = 0; first < columns; first += warp_size) {
        const int column = first + lane;
        const Step sum = before + warp_prefix_sum(column < columns ? mine[column] : 0);
        if (column < columns)
            share[row * columns + column] =
                static_cast<float>(static_cast<double>(sum) / static_cast<double>(orientations));
        before = __shfl_sync(all_lanes, sum, warp_size - 1);
    }
}

}  // namespace hexscan
