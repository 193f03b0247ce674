#pragma once

#include <cstddef>
#include <cstdint>

#include "bits.h"
#include "kernels/kernel_tuning.h"
#include "kernels/resident_blocks.h"
#include "kernels/rows/delta_segment.h"
#include "kernels/rows/row_pair.h"
#include "row_runs_kernel.cuh"

/// Stage 11 of the CUDA study (stages/s11_row_deltas.cu): a thread solves two rows of a slice. Its warp encodes 64 rows
/// by the differences between them and writes them directly into host memory.
namespace hexscan {

/// Two neighbouring rows of a lane with their number of runs.
struct LaneRows {
    bool decided[2];
    int runs[2];
    ColumnRange only[2];  ///< the run of a row with one run

    __device__ bool is_single(int k) const { return decided[k] && runs[k] == 1; }
};

/// The number of rows in a mask that belong to earlier lanes. Each word of the mask is a vote of all lanes.
__device__ inline int rows_before(const RowMask& mask, unsigned earlier_lanes) {
    return bit_count(mask.words[0] & earlier_lanes) + bit_count(mask.words[1] & earlier_lanes);
}

/// Writes the chain (rows/delta_segment.h) into the segment and returns its number of steps. Sets listed[k] if row k of
/// the lane is not in the chain, and has runs or is undecided.
template <class Segment>
__device__ inline int pack_chain(Segment& packed, const LaneRows& rows, unsigned lane, bool (&listed)[2]) {
    const unsigned earlier_lanes = (1U << lane) - 1;
    const bool single[2] = {rows.is_single(0), rows.is_single(1)};
    const unsigned lanes_with_one = __ballot_sync(all_lanes, single[0] || single[1]);
    const unsigned earlier = lanes_with_one & earlier_lanes;
    // Finds the last row with one run that belongs to an earlier lane, in the chain or not.
    const ColumnRange mine = single[1] ? rows.only[1] : rows.only[0];
    const int source = earlier != 0 ? highest_bit(earlier) : 0;
    const ColumnRange before{__shfl_sync(all_lanes, mine.first, source), __shfl_sync(all_lanes, mine.last, source)};
    const ColumnRange before_second = single[0] ? rows.only[0] : before;
    const bool chained[2] = {single[0] && (earlier == 0 || is_step(before, rows.only[0])),
                             single[1] && ((earlier == 0 && !single[0]) || is_step(before_second, rows.only[1]))};
    const RowMask chain{__ballot_sync(all_lanes, chained[0]), __ballot_sync(all_lanes, chained[1])};
    // The first row of the chain has no step.
    const int step = rows_before(chain, earlier_lanes) - 1;
    const int second_step = step + (chained[0] ? 1 : 0);
    if (chained[0] && step >= 0) packed.body[step] = step_code(before, rows.only[0]);
    if (chained[1] && second_step >= 0) packed.body[second_step] = step_code(before_second, rows.only[1]);
    HEXSCAN_UNROLL
    for (int k = 0; k < 2; ++k) listed[k] = !rows.decided[k] || (rows.runs[k] > 0 && !chained[k]);
    if (lane == (lanes_with_one != 0 ? static_cast<unsigned>(lowest_bit(lanes_with_one)) : 0U)) {
        const ColumnRange first = single[0] ? rows.only[0] : rows.only[1];
        packed.header.chained = chain;
        packed.header.anchor = {static_cast<std::uint16_t>(lanes_with_one != 0 ? first.first : 0),
                                static_cast<std::uint16_t>(lanes_with_one != 0 ? first.last : 0)};
    }
    const int chain_rows = bit_count(chain.words[0]) + bit_count(chain.words[1]);
    return chain_rows > 0 ? chain_rows - 1 : 0;
}

/// Appends the listed rows after the steps. Returns the number of bytes of the body.
template <class Segment, class ForEachRun>
__device__ inline int pack_list(Segment& packed, const LaneRows& rows, unsigned lane, const bool (&listed)[2],
                                int steps, ForEachRun for_each_run) {
    const RowMask mask{__ballot_sync(all_lanes, listed[0]), __ballot_sync(all_lanes, listed[1])};
    if (lane == 0) packed.header.listed = mask;
    const int listed_rows = bit_count(mask.words[0]) + bit_count(mask.words[1]);
    if (listed_rows == 0) return steps;
    const int runs[2] = {listed[0] && rows.decided[0] ? rows.runs[0] : 0,
                         listed[1] && rows.decided[1] ? rows.runs[1] : 0};
    const int end = warp_prefix_sum(runs[0] + runs[1]);
    const int first_run = place_of_runs(steps, listed_rows);
    int row = steps + rows_before(mask, (1U << lane) - 1);
    int at = end - runs[0] - runs[1];
    HEXSCAN_UNROLL
    for (int k = 0; k < 2; ++k) {
        if (!listed[k]) continue;
        packed.body[row++] = rows.decided[k] ? static_cast<std::uint8_t>(rows.runs[k]) : undecided_row;
        if (runs[k] == 0) continue;
        for_each_run(k, [&](int first, int last) {
            auto* const ends = reinterpret_cast<RunEnds*>(packed.body + first_run) + at++;
            *ends = {static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(last)};
        });
    }
    const int all_runs = __shfl_sync(all_lanes, end, warp_size - 1);
    return first_run + all_runs * static_cast<int>(sizeof(RunEnds));
}

/// Encodes the rows of a warp and writes them to `target`. `packed` is the warp's own shared memory. The function
/// for_each_run(k, emit) calls emit(first, last) for every run of the lane's row k, in order.
template <class Segment, class Target, class ForEachRun>
__device__ inline void store_deltas(Segment& packed, Target& target, const LaneRows& rows, ForEachRun for_each_run) {
    const unsigned lane = threadIdx.x % warp_size;
    bool listed[2];
    const int steps = pack_chain(packed, rows, lane, listed);
    const int body = pack_list(packed, rows, lane, listed, steps, for_each_run);
    __syncwarp();
    store_sectors(packed, target, static_cast<int>(offsetof(Segment, body)) + body);
}

/// The order in which slices are solved. Slices whose rows may have holes take longer, so they come first.
struct SliceOrder {
    int first_with_holes, with_holes;

    HEXSCAN_HD_INLINE bool has_holes(int turn) const { return turn < with_holes; }
    HEXSCAN_HD_INLINE int slice(int turn) const {
        if (has_holes(turn)) return first_with_holes + turn;
        return turn - with_holes < first_with_holes ? turn - with_holes : turn;
    }
};

/// The rows that one lane solves: two rows of one slice.
template <class Joints, bool with_holes>
struct PairOfRows;

template <class Joints>
struct PairOfRows<Joints, false> {
    LaneRows rows;

    template <class Reachable>
    __device__ PairOfRows(const PairGeometry& geometry, const double (&y_m)[2], double z_m, Reachable reachable) {
        RowPair<1> pair;
        solve_pair<Joints, false>(geometry, y_m, z_m, pair);
        const float slack = geometry.single.slack_columns;
        HEXSCAN_UNROLL
        for (int k = 0; k < 2; ++k) {
            const RowWindow<float>& window = pair.windows[k];
            rows.decided[k] = !window.undecided;
            rows.only[k] = {0, -1};
            if (!window.undecided && !is_empty(window, slack))
                rows.only[k] = window_columns(window, slack, [&](int column) { return reachable(k, column); });
            rows.runs[k] = rows.only[k].empty() ? 0 : 1;
        }
    }
    template <class Emit>
    __device__ void for_each_run(int k, Emit emit) const {
        const ColumnRange run = k == 0 ? rows.only[0] : rows.only[1];
        emit(run.first, run.last);
    }
};

template <class Joints>
struct PairOfRows<Joints, true> {
    LaneRows rows;
    RowColumns<narrow_holes> columns[2];

    template <class Reachable>
    __device__ PairOfRows(const PairGeometry& geometry, const double (&y_m)[2], double z_m, Reachable reachable) {
        RowPair<narrow_holes> pair;
        solve_pair<Joints, true>(geometry, y_m, z_m, pair);
        HEXSCAN_UNROLL
        for (int k = 0; k < 2; ++k) {
            columns[k] = to_columns(pair.windows[k], pair.holes[k], geometry.single.slack_columns,
                                    [&](int column) { return reachable(k, column); });
            rows.decided[k] = columns[k].decided;
            rows.only[k] = {0, -1};
            rows.runs[k] = !columns[k].decided ? 0 : hexscan::for_each_run(columns[k], [&](int first, int last) {
                rows.only[k] = {first, last};
            });
        }
    }
    template <class Emit>
    __device__ void for_each_run(int k, Emit emit) const {
        HEXSCAN_UNROLL
        for (int row = 0; row < 2; ++row)
            if (row == k) hexscan::for_each_run(columns[row], emit);
    }
};

/// Solves 64 rows of a slice from `first_row` on and writes their segment. `packed` is the warp's own shared memory.
template <class Joints, bool with_holes>
__device__ inline void write_segment(const PairGeometry& geometry, int slice, int first_row,
                                     DeltaSegment<max_narrow_runs>& packed, DeltaSegment<max_narrow_runs>& target,
                                     int* any_undecided) {
    const int row = first_row + 2 * (static_cast<int>(threadIdx.x) % warp_size);
    const double z_m = grid_coordinate(geometry.z, slice);
    const double y_m[2] = {grid_coordinate(geometry.y, row), grid_coordinate(geometry.y, row + 1)};
    PairOfRows<Joints, with_holes> pair(geometry, y_m, z_m, [&](int k, int column) {
        return exact_reachable_column(*geometry.exact, column, y_m[k], z_m);
    });
    HEXSCAN_UNROLL
    for (int k = 0; k < 2; ++k) {
        if (row + k < geometry.y.count) continue;
        pair.rows.decided[k] = true;
        pair.rows.runs[k] = 0;
    }
    report_undecided(!pair.rows.decided[0] || !pair.rows.decided[1], any_undecided);
    store_deltas(packed, target, pair.rows, [&](int k, auto emit) { pair.for_each_run(k, emit); });
}

/// Solves all rows of a scan, with roots in float. Segments cover the rows of a slice 64 by 64, slice after slice.
/// `any_undecided` becomes 1 if some row is undecided. Both pointers are mapped host memory.
/// Grid: segments / `warps`. Block: `warps` warps. Shared memory: a segment per warp. A thread has two rows.
template <class Joints, int warps>
__global__ void __launch_bounds__(warps* warp_size, tuning::row_delta_warps_at_once / warps)
    hexapod_row_deltas_kernel(const __grid_constant__ PairGeometry geometry, DeltaSegment<max_narrow_runs>* segments,
                              int segments_per_slice, SliceOrder order, int* any_undecided) {
    static_assert(are_resident(tuning::row_delta_warps_at_once, warp_size));
    __shared__ DeltaSegment<max_narrow_runs> packed_segments[warps];

    const int warp = static_cast<int>(threadIdx.x) / warp_size;
    const int index = static_cast<int>(blockIdx.x) * warps + warp;
    const int turn = index / segments_per_slice, of_slice = index % segments_per_slice;
    if (turn >= geometry.z.count) return;
    const int slice = order.slice(turn), first_row = of_slice * rows_per_delta_segment;
    DeltaSegment<max_narrow_runs>& target = segments[slice * segments_per_slice + of_slice];
    if (order.has_holes(turn))
        write_segment<Joints, true>(geometry, slice, first_row, packed_segments[warp], target, any_undecided);
    else
        write_segment<Joints, false>(geometry, slice, first_row, packed_segments[warp], target, any_undecided);
}

}  // namespace hexscan
