#pragma once

#include <cstddef>
#include <cstdint>

#include "kinematics.h"
#include "row_solver.h"
#include "thread_mapping.h"

/// Stage 10: one thread per row solves the row in closed form; its warp packs the runs of 32 rows and writes
/// them straight into host memory, so that the transfer hides behind the arithmetic.
namespace hexscan {

/// In place of a row's number of runs: the row grazes a limit, and the host asks the reference.
inline constexpr std::uint8_t undecided_row = 0xFF;

/// A run as it crosses the bus. 16 bits a column serve every grid of up to 65536 columns.
struct NarrowRun {
    std::uint16_t first, last;
};
struct WideRun {
    std::uint32_t first, last;
};

inline constexpr int rows_per_segment = 32;

/// What one warp writes: the number of runs of each of its rows, then the runs, close together. Of a segment
/// only as much is written as there are runs, in whole sectors of 32 bytes.
template <int max_runs_per_row, class PackedRun>
struct alignas(128) RowSegment {
    static constexpr int max_runs = max_runs_per_row;
    std::uint8_t run_counts[rows_per_segment];
    PackedRun runs[rows_per_segment * max_runs_per_row];
};

/// The reference test, out of line: few columns need it, and inlined it would cost every row the registers.
__device__ __noinline__ inline bool exact_reachable_column(const ScanGeometry<double>& geometry, int column, double y_m,
                                                           double z_m) {
    return exact_reachable(geometry, grid_coordinate(geometry.x, column), y_m, z_m);
}

/// Runs of the warp's rows up to and including this lane's.
__device__ inline int warp_prefix_sum(int value) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        const int below = __shfl_up_sync(0xFFFFFFFFU, value, distance);
        if (lane >= distance) value += below;
    }
    return value;
}

/// One warp per segment, `warps` of them in a block; segments cover the rows of a slice 32 by 32, slice after
/// slice. Roots are computed in Real. `any_undecided` is set to 1 when some row is undecided. Both pointers are
/// mapped host memory.
template <class Segment, class Real, int warps>
__global__ void __launch_bounds__(warps * 32)
    hexapod_row_runs_kernel(const __grid_constant__ RowGeometry geometry, Segment* segments,
                            std::uint32_t segments_per_slice, std::uint32_t segment_count, int* any_undecided) {
    constexpr int hole_count = Segment::max_runs - 1;
    __shared__ Segment packed_segments[warps];

    const std::uint32_t segment = blockIdx.x * warps + threadIdx.x / 32;
    if (segment >= segment_count) return;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const auto [row_index, slice] = segment_row(segment, segments_per_slice, rows_per_segment, lane);

    RowColumns<hole_count> row = empty_row<hole_count>();
    if (row_index < geometry.exact.y.count) {
        const double y_m = grid_coordinate(geometry.exact.y, row_index);
        const double z_m = grid_coordinate(geometry.exact.z, slice);
        row = solve_row<hole_count, Real>(
            geometry, y_m, z_m, [&](int column) { return exact_reachable_column(geometry.exact, column, y_m, z_m); });
    }
    if (!row.decided) {
        *any_undecided = 1;
        row.last = row.first - 1;
    }

    Segment& packed = packed_segments[threadIdx.x / 32];
    const int runs = for_each_run(row, [](int, int) {});
    const int end = warp_prefix_sum(runs);
    packed.run_counts[lane] = row.decided ? static_cast<std::uint8_t>(runs) : undecided_row;
    int at = end - runs;
    for_each_run(row, [&](int first, int last) {
        auto& run = packed.runs[at++];
        run.first = static_cast<decltype(run.first)>(first);
        run.last = static_cast<decltype(run.last)>(last);
    });
    __syncwarp();

    const int all_runs = __shfl_sync(0xFFFFFFFFU, end, 31);
    const int bytes = static_cast<int>(offsetof(Segment, runs)) + all_runs * static_cast<int>(sizeof(packed.runs[0]));
    const int vectors = (bytes + 31) / 32 * static_cast<int>(32 / sizeof(uint4));
    const uint4* const source = reinterpret_cast<const uint4*>(&packed);
    uint4* const target = reinterpret_cast<uint4*>(&segments[segment]);
    for (int k = lane; k < vectors; k += 32) target[k] = source[k];
}

}  // namespace hexscan
