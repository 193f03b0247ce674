#pragma once

#include <cstdint>

#include "column_runs.h"
#include "inclusive_warp.cuh"
#include "kinematics.h"
#include "lane_runs.cuh"
#include "row_segment.cuh"
#include "row_solver.h"
#include "set_scan.h"
#include "thread_mapping.h"
#include "total_rows.h"

/// Rows of sets of orientations on the device, neighbouring ones a warp. A total workspace has a row per lane: neighbours
/// are limited by the same orientations, so that a warp walks hardly more of the tree than a row would, and every cell is
/// one broadcast load; in an inclusive one lanes share their rows' cells (inclusive_warp.cuh). Rows that are not decided
/// here are marked, and the host solves them.
namespace hexscan {

/// The lanes of a warp.
struct WarpOfRows {
    __device__ bool any(bool mine) const { return __any_sync(0xFFFFFFFFU, mine) != 0; }
    __device__ unsigned any_bits(unsigned mine) const {
#if __CUDA_ARCH__ >= 800
        return __reduce_or_sync(0xFFFFFFFFU, mine);
#else
        for (int distance = 16; distance > 0; distance /= 2) mine |= __shfl_xor_sync(0xFFFFFFFFU, mine, distance);
        return mine;
#endif
    }
    template <class Holds>
    __device__ unsigned bits_where(int count, Holds holds) const {
        const int lane = static_cast<int>(threadIdx.x % 32);
        return __ballot_sync(0xFFFFFFFFU, lane < count && holds(lane));
    }
    __device__ int least(int mine) const {
#if __CUDA_ARCH__ >= 800
        return __reduce_min_sync(0xFFFFFFFFU, mine);
#else
        for (int distance = 16; distance > 0; distance /= 2)
            mine = min(mine, __shfl_xor_sync(0xFFFFFFFFU, mine, distance));
        return mine;
#endif
    }
};

/// The lanes of a warp and shared memory for what they make for each other, an item a lane at a time.
template <class Item>
struct WarpThatShares : WarpOfRows {
    Item* items;  ///< 32 in shared memory

    /// As SingleRow::for_each_made().
    template <class Make, class Use>
    __device__ void for_each_made(int count, Make make, Use use) const {
        const int lane = static_cast<int>(threadIdx.x % 32);
        for (int first = 0; first < count; first += 32) {
            __syncwarp();
            if (first + lane < count) items[lane] = make(first + lane);
            __syncwarp();
            const int end = first + 32 < count ? first + 32 : count;
            for (int k = first; k < end; ++k)
                if (!use(k, items[k - first])) return;
        }
    }
};

/// Which rows a launch solves, and where their runs go. Both pointers are mapped host memory.
template <class Segment>
struct RowTargets {
    Segment* segments;
    std::uint32_t segments_per_slice, segment_count;
    int* any_undecided;
};

/// Where a lane's row is, if it has one.
struct LaneRow {
    int row;
    double y_m, z_m;
    bool inside;
};

template <class Real>
__device__ inline LaneRow lane_row(const SetScan<Real>& scan, std::uint32_t segment, std::uint32_t segments_per_slice) {
    const auto [row, slice] =
        segment_row(segment, segments_per_slice, rows_per_segment, static_cast<int>(threadIdx.x % 32));
    return {row, grid_coordinate(scan.y, row), grid_coordinate(scan.z, slice), row < scan.y.count};
}

/// The row at one orientation, exactly. Returns whether it is decided; `emit(first, last)` gets the runs.
template <int hole_count, class Real, class Emit>
__device__ inline bool solve_start(const RowGeometry& start, const LaneRow& lane, Emit emit) {
    const RowColumns<hole_count> row = solve_row<hole_count, Real>(start, lane.y_m, lane.z_m, [&](int column) {
        return exact_reachable(start.exact, grid_coordinate(start.exact.x, column), lane.y_m, lane.z_m);
    });
    if (row.decided) for_each_run(row, emit);
    return row.decided;
}

/// One warp per segment. `start` is one orientation of the set in closed form: it empties most rows.
template <class Segment, class Real, bool wide, int warps>
__global__ void __launch_bounds__(warps * 32)
    hexapod_total_rows_kernel(const __grid_constant__ SetScan<Real> scan, const RowGeometry* __restrict__ start,
                              const RowTargets<Segment> targets) {
    constexpr int capacity = Segment::max_runs;
    __shared__ WarpRuns<capacity> shared_runs[warps];
    __shared__ LegPlace<Real> shared_places[warps][32];
    __shared__ Segment packed_segments[warps];
    const std::uint32_t segment = blockIdx.x * warps + threadIdx.x / 32;
    if (segment >= targets.segment_count) return;

    const LaneRow lane = lane_row(scan, segment, targets.segments_per_slice);
    LaneRuns<capacity> runs(shared_runs[threadIdx.x / 32]);
    SetRow<LaneRuns<capacity>> row{lane.y_m, lane.z_m, runs, false};
    if (lane.inside)
        row.undecided = !solve_start<capacity - 1, Real>(*start, lane, [&](int first, int last) {
            runs.insert(runs.count(), {first, last});
        });
    const WarpThatShares<LegPlace<Real>> warp{{}, shared_places[threadIdx.x / 32]};
    RingWatch watch;
    for (int tree = tree_count(scan.set) - 1; tree >= 0 && warp.any(row.alive()); --tree)
        keep_total<wide>(scan, tree_root(tree), warp, watch, row);

    if (row.undecided) *targets.any_undecided = 1;
    store_segment(packed_segments[threadIdx.x / 32], targets.segments[segment], !row.undecided, [&](auto emit) {
        for (int r = 0; r < runs.count(); ++r) emit(runs.get(r).first, runs.get(r).last);
        return runs.count();
    });
}

/// Rows of an inclusive workspace that are solved first, one of so many along y and z. What reaches far in them is tried first
/// in the rows around. On an H200 an inclusive workspace of the default grid and 9261 orientations took 61 ms with these steps, 62
/// with steps of 16 rows, 67 with 16 scouts a warp, and 81 without any (hexscan_set_figures, 2026-11-22, when the limits of a
/// leg were still unrolled in kernels/lost_columns.h; 58 ms since).
struct Scouts {
    static constexpr int row_step = 8, slice_step = 4, rows_per_warp = 4;
    int rows;  ///< scouts along y
    // Of each scout, slice by slice:
    ClosingLog* logs;
    RowWitnesses* witnesses;

    /// The row or slice of a plan's `count` that a scout's number stands for: in the middle of its own.
    static HEXSCAN_HD_INLINE int place_of(int number, int step, int count) {
        const int middle = number * step + step / 2;
        return middle < count ? middle : count - 1;
    }
    HEXSCAN_HD_INLINE std::size_t at(int row, int slice) const {
        return static_cast<std::size_t>(slice) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row);
    }
};

/// One warp per segment of rows; or of scouts, which leave witnesses only.
template <class Segment, class Real, bool wide, int warps>
__global__ void __launch_bounds__(warps * 32)
    hexapod_inclusive_rows_kernel(const __grid_constant__ SetScan<Real> scan, const RowGeometry* __restrict__ start,
                                  const RowTargets<Segment> targets, const Scouts scouts, const bool scouting) {
    __shared__ InclusiveWarpMemory<Segment> shared_memory[warps];
    const std::uint32_t segment = blockIdx.x * warps + threadIdx.x / 32;
    if (segment >= targets.segment_count) return;

    // Lanes beyond the segment's rows have none, but help with those of the lanes before.
    const int number = static_cast<int>(threadIdx.x % 32);
    const int rows = scouting ? Scouts::rows_per_warp : Segment::rows;
    auto [row, slice] = segment_row(segment, targets.segments_per_slice, rows, number % rows);
    const bool exists = row < (scouting ? scouts.rows : scan.y.count);
    const std::size_t scout =
        scouting ? scouts.at(row, slice) : scouts.at(row / Scouts::row_step, slice / Scouts::slice_step);
    if (scouting) {
        row = Scouts::place_of(row, Scouts::row_step, scan.y.count);
        slice = Scouts::place_of(slice, Scouts::slice_step, scan.z.count);
    }
    const LaneRow lane{row, grid_coordinate(scan.y, row), grid_coordinate(scan.z, slice), exists && number < rows};
    ClosingLog* const log = scouting && lane.inside ? &scouts.logs[scout] : nullptr;
    if (log) log->clear();

    const int last_column = scan.x.count - 1;
    InclusiveWarp<wide, Segment, Real> warp(scan, shared_memory[threadIdx.x / 32], lane.y_m, lane.z_m, log);
    auto gaps = warp.gaps();
    bool undecided = false;
    if (lane.inside) {
        gaps.insert(0, {0, last_column});
        bool room = true;
        const bool decided = solve_start < wide ? wide_holes : narrow_holes,
                   Real > (*start, lane, [&](int first, int last) {
                       room &= remove_columns(gaps, {first, last});
                   });
        undecided = !decided || !room;
    }
    undecided = warp.close(gaps, undecided, exists && !scouting ? &scouts.witnesses[scout] : nullptr);
    if (scouting) {
        if (lane.inside) scouts.witnesses[scout] = log->witnesses_beside(gaps);
        return;
    }

    // Reachable is what lies between the gaps; one gap more than there is room for runs cannot be told.
    const auto for_each_reachable = [&](auto emit) {
        int runs = 0, from = lane.inside ? 0 : last_column + 1;
        for (int g = 0; g <= gaps.count(); ++g) {
            const int end = g < gaps.count() ? gaps.get(g).first : last_column + 1;
            if (end > from) {
                emit(from, end - 1);
                ++runs;
            }
            if (g < gaps.count()) from = gaps.get(g).last + 1;
        }
        return runs;
    };
    if (for_each_reachable([](int, int) {}) > Segment::max_runs) undecided = true;
    if (undecided) *targets.any_undecided = 1;
    store_segment(warp.packed(), targets.segments[segment], !undecided, for_each_reachable);
}

/// Makes the cells of all nodes: one thread per node and leg. `legs` of the scan are shared by all.
template <class Real>
__global__ void make_cells_kernel(const __grid_constant__ SetScan<Real> scan, LegCell<Real>* cells,
                                  std::int64_t cell_count) {
    const std::int64_t cell = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (cell >= cell_count) return;
    const TreeNode node = node_at(scan.tree, cell / leg_count);
    const IndexBox box = samples_of(scan.set, scan.tree, node);
    if (!box.empty()) cells[cell] = leg_cell<Real>(scan.set, node.level, box, scan.legs[cell % leg_count]);
}

}  // namespace hexscan
