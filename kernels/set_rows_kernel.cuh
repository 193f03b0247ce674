#pragma once

#include <cstdint>

#include "kernels/resident_blocks.h"
#include "kernels/rows/column_runs.h"
#include "kernels/rows/row_solver.h"
#include "kernels/rows/segment_row.h"
#include "kernels/sets/inclusive_rows.h"
#include "kernels/sets/set_scan.h"
#include "kernels/sets/total_rows.h"
#include "kinematics.h"
#include "lane_runs.cuh"
#include "row_segment.cuh"
#include "warp.h"

/// Solves rows at a whole set of orientations on the device: of total workspaces (reachable at every orientation) and
/// of inclusive workspaces (reachable at one or more). The set is a tree of cells (kernels/sets/orientation_tree.h).
/// Each lane has a row, and a warp has neighbouring rows, which the same orientations limit. So a warp visits hardly
/// more of the tree than a single row would, and every cell is one broadcast load. Undecided rows are marked, and the
/// host solves them.
namespace hexscan {

/// A group of rows that are solved together: one per lane of a warp. The functions are those of SingleRow
/// (kernels/sets/set_scan.h).
struct WarpOfRows {
    __device__ bool any(bool mine) const { return __any_sync(all_lanes, mine) != 0; }
    __device__ unsigned any_bits(unsigned mine) const {
#if __CUDA_ARCH__ >= 800
        return __reduce_or_sync(all_lanes, mine);
#else
        for (int distance = warp_size / 2; distance > 0; distance /= 2)
            mine |= __shfl_xor_sync(all_lanes, mine, distance);
        return mine;
#endif
    }
    __device__ unsigned sum(unsigned mine) const {
#if __CUDA_ARCH__ >= 800
        return __reduce_add_sync(all_lanes, mine);
#else
        for (int distance = warp_size / 2; distance > 0; distance /= 2)
            mine += __shfl_xor_sync(all_lanes, mine, distance);
        return mine;
#endif
    }
    template <class Holds>
    __device__ unsigned bits_where(int count, Holds holds) const {
        const int lane = static_cast<int>(threadIdx.x % warp_size);
        return __ballot_sync(all_lanes, lane < count && holds(lane));
    }
    __device__ int least(int mine) const {
#if __CUDA_ARCH__ >= 800
        return __reduce_min_sync(all_lanes, mine);
#else
        for (int distance = warp_size / 2; distance > 0; distance /= 2)
            mine = min(mine, __shfl_xor_sync(all_lanes, mine, distance));
        return mine;
#endif
    }
};

/// A warp of rows, with shared memory for items that all lanes use. The lanes make the items together, each one at a
/// time.
template <class Item>
struct WarpThatShares : WarpOfRows {
    Item* items;  ///< one per lane, in shared memory

    /// As SingleRow::use_made().
    template <class Make, class Use>
    __device__ void use_made(int count, Make make, Use use) const {
        const int lane = static_cast<int>(threadIdx.x % warp_size);
        __syncwarp();
        if (lane < count) items[lane] = make(lane);
        __syncwarp();
        use([this](int k) { return items[k]; });
    }
    /// As SingleRow::for_each_made().
    template <class Make, class Use>
    __device__ void for_each_made(int count, Make make, Use use) const {
        const int lane = static_cast<int>(threadIdx.x % warp_size);
        for (int first = 0; first < count; first += warp_size) {
            __syncwarp();
            if (first + lane < count) items[lane] = make(first + lane);
            __syncwarp();
            const int end = first + warp_size < count ? first + warp_size : count;
            for (int k = first; k < end; ++k)
                if (!use(k, items[k - first])) return;
        }
    }
};

/// The rows that a launch solves, and where their runs go. Both pointers are mapped host memory.
template <class Segment>
struct RowTargets {
    Segment* segments;
    std::uint32_t segments_per_slice, segment_count;
    int* any_undecided;

    /// The segment that contains the row.
    __device__ Segment& at(int row, int slice) const {
        return segments[static_cast<std::uint32_t>(slice) * segments_per_slice +
                        static_cast<std::uint32_t>(row / Segment::rows)];
    }
};

/// The position of a lane's row, if the lane has one.
struct LaneRow {
    int row;
    double y_m, z_m;
    bool inside;
};

/// This lane's row of a segment.
template <class Scan>
__device__ inline LaneRow lane_row(const Scan& scan, std::uint32_t segment, std::uint32_t segments_per_slice) {
    const auto [row, slice] =
        segment_row(segment, segments_per_slice, rows_per_segment, static_cast<int>(threadIdx.x % warp_size));
    return {row, grid_coordinate(scan.y, row), grid_coordinate(scan.z, slice), row < scan.y.count};
}

/// Solves the row exactly at one orientation and passes its runs to `emit(first, last)`. Returns true if the row is
/// decided.
template <int hole_count, class Real, class Emit>
__device__ inline bool solve_start(const RowGeometry& start, const LaneRow& lane, Emit emit) {
    const RowColumns<hole_count> row = solve_row<hole_count, Real>(start, lane.y_m, lane.z_m, [&](int column) {
        return exact_reachable(start.exact, grid_coordinate(start.exact.x, column), lane.y_m, lane.z_m);
    });
    if (row.decided) for_each_run(row, emit);
    return row.decided;
}

/// Solves the rows of segments in a total workspace. `start` is one orientation of the set, solved in closed form. It
/// comes first, because it leaves most rows empty.
/// Grid: segments / `warps`. Block: `warps` warps. Shared memory: runs, samples, a segment per warp. A thread has one
/// row.
template <class Segment, class Real, bool wide, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_total_rows_kernel(const __grid_constant__ SetScan<Real> scan, const RowGeometry* __restrict__ start,
                              const RowTargets<Segment> targets) {
    constexpr int capacity = Segment::max_runs;
    __shared__ WarpRuns<capacity> shared_runs[warps];
    __shared__ LegPlace<Real> shared_places[warps][warp_size];
    __shared__ Segment packed_segments[warps];
    const std::uint32_t segment = blockIdx.x * warps + threadIdx.x / warp_size;
    if (segment >= targets.segment_count) return;

    const LaneRow lane = lane_row(scan, segment, targets.segments_per_slice);
    LaneRuns<capacity> runs(shared_runs[threadIdx.x / warp_size]);
    SetRow<LaneRuns<capacity>> row{lane.y_m, lane.z_m, runs, false};
    if (lane.inside)
        row.undecided = !solve_start<capacity - 1, Real>(*start, lane, [&](int first, int last) {
            runs.insert(runs.count(), {first, last});
        });
    const WarpThatShares<LegPlace<Real>> warp{{}, shared_places[threadIdx.x / warp_size]};
    RingWatch watch;
    for (int tree = tree_count(scan.set) - 1; tree >= 0 && warp.any(row.alive()); --tree)
        keep_total<wide>(scan, tree_root(tree), warp, watch, row);

    report_undecided(row.undecided, targets.any_undecided);
    store_segment(packed_segments[threadIdx.x / warp_size], targets.segments[segment], !row.undecided, [&](auto emit) {
        for (int r = 0; r < runs.count(); ++r) emit(runs.get(r).first, runs.get(r).last);
        return runs.count();
    });
}

/// The rows of a warp in an inclusive workspace: a tile over `slices` slices, with one segment in each.
template <class Segment>
struct RowTile {
    static constexpr int rows = Segment::rows, slices = warp_size / rows;
};

/// The index along z of the tile that a launch starts as number `number`. Most limits bind at the ends of a workspace,
/// so tiles there take longest. They start first, so that the launch does not end with them.
__device__ inline int tile_from_ends(int number, int tiles) {
    return number % 2 == 0 ? number / 2 : tiles - 1 - number / 2;
}

/// Solves the rows of tiles in an inclusive workspace. Tiles differ much in work, so each is a block of its own. The
/// warps of a multiprocessor execute different parts of the code but share instruction caches. So the code is kept
/// short: loops stay rolled. The middle orientation comes first, because it reaches most of the columns that any
/// orientation reaches. `Reach` tests the legs (kernels/sets/inclusive_walk.h).
/// Grid: tiles. Block: one warp. Shared memory: gaps, trials, samples, a segment. A thread has one row of the tile.
template <class Segment, class Reach>
__global__ void __launch_bounds__(warp_size, tuning::tiles_at_once)
    hexapod_inclusive_rows_kernel(const __grid_constant__ typename Reach::Scan scan,
                                  const RowTargets<Segment> targets) {
    static_assert(are_resident(tuning::tiles_at_once, warp_size));
    // A row has at most one gap more than runs. If a row touches the border of a limit at some orientation, the kernel
    // itself tests the columns one by one. Otherwise one of many orientations would send the whole row to the host.
    constexpr int capacity = Segment::max_runs + 1;
    using Runs = LaneRuns<capacity, true, typename Segment::Run>;
    __shared__ WarpRuns<capacity, typename Segment::Run> shared_gaps, shared_trials;
    __shared__ typename Reach::Place shared_places[warp_size];
    __shared__ Segment packed_segment;
    const int number = static_cast<int>(threadIdx.x);
    const SegmentRow first = segment_row(blockIdx.x, targets.segments_per_slice, Segment::rows, 0);
    const int tiles = (scan.z.count + RowTile<Segment>::slices - 1) / RowTile<Segment>::slices;
    const int first_slice = tile_from_ends(first.slice, tiles) * RowTile<Segment>::slices;
    const int row_number = first.row + number % Segment::rows, slice = first_slice + number / Segment::rows;
    const LaneRow lane{row_number, grid_coordinate(scan.y, row_number), grid_coordinate(scan.z, slice),
                       row_number < scan.y.count && slice < scan.z.count};

    const int last_column = scan.x_real.count - 1;
    Runs gaps(shared_gaps), trial(shared_trials);
    InclusiveRow<Runs> row{lane.y_m, lane.z_m, gaps, trial, false};
    if (lane.inside) gaps.insert(0, {0, last_column});
    const Reach reach{scan};
    if (lane.inside) reach.close(middle_of(scan.set), reach.limits(), {0, last_column}, row);
    LastRemovers removers;
    close_gaps(reach, WarpThatShares<typename Reach::Place>{{}, shared_places}, removers, row,
               [](const OrientationIndex&) {});

    // The columns between the gaps are reachable. A row with more runs than fit into the segment is undecided.
    const auto for_each_reachable = [&](auto emit) {
        return for_each_between(gaps, lane.inside ? last_column + 1 : 0, emit);
    };
    if (for_each_reachable([](int, int) {}) > Segment::max_runs) row.undecided = true;
    report_undecided(row.undecided, targets.any_undecided);
    HEXSCAN_ROLLED
    for (int s = 0; s < RowTile<Segment>::slices && first_slice + s < scan.z.count; ++s) {
        __syncwarp();
        store_segment(packed_segment, targets.at(first.row, first_slice + s), !row.undecided, for_each_reachable,
                      s * Segment::rows);
    }
}

/// Makes the cells of all nodes of the tree: one per node and leg.
/// Grid: nodes * 6 / block. Block: any. No shared memory. A thread makes the cell of one node and leg.
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
