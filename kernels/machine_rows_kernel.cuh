#pragma once

#include <cstdint>

#include "kernels/rows/row_solver.h"
#include "kernels/sets/grid_cells.h"
#include "kinematics.h"
#include "machine_tally.h"
#include "row_runs_kernel.cuh"
#include "warp.h"

/// A sweep's kernels: stage 10's rows of many machines in one launch. A row's runs stay where they are found: they are
/// counted, and only figures leave the device. Rows that graze a limit are settled on the spot, every lane of the warp
/// asking the reference test of every 32nd column, so that no host is needed.
namespace hexscan {

/// Where a row of the block's machine is.
struct MachineRow {
    int row, slice;
};

/// Calls visit(row, first, last) for the runs of the lane's row, in any order, and then leave(row); all lanes of the
/// warp call it. `is_row` is false where a lane has no row. Whoever settles another lane's row visits single columns
/// for it: neither must depend on the lane. visit is compiled once for every run that a row can have, leave twice.
template <int hole_count, class Real, class Visit, class Leave>
__device__ void visit_row(const RowGeometry& geometry, bool is_row, MachineRow at, Visit visit, Leave leave) {
    RowColumns<hole_count> columns = empty_row<hole_count>();
    const double y_m = grid_coordinate(geometry.exact.y, at.row);
    const double z_m = grid_coordinate(geometry.exact.z, at.slice);
    if (is_row)
        columns = solve_row<hole_count, Real>(
            geometry, y_m, z_m, [&](int column) { return exact_reachable_column(geometry.exact, column, y_m, z_m); });
    if (columns.decided) for_each_run(columns, [&](int first, int last) { visit(at, first, last); });
    leave(at);
    unsigned undecided = __ballot_sync(all_lanes, !columns.decided);
    for (; undecided != 0; undecided &= undecided - 1) {
        const int source = __ffs(static_cast<int>(undecided)) - 1;
        const MachineRow settled{__shfl_sync(all_lanes, at.row, source), __shfl_sync(all_lanes, at.slice, source)};
        const double settled_y_m = grid_coordinate(geometry.exact.y, settled.row);
        const double settled_z_m = grid_coordinate(geometry.exact.z, settled.slice);
        for (int column = static_cast<int>(threadIdx.x % warp_size); column < geometry.exact.x.count;
             column += warp_size)
            if (exact_reachable_column(geometry.exact, column, settled_y_m, settled_z_m))
                visit(settled, column, column);
        leave(settled);
    }
}

/// The block's machine, brought to shared memory by all its threads.
__device__ inline void load_geometry(const RowGeometry& from, RowGeometry& to) {
    static_assert(sizeof(RowGeometry) % sizeof(std::uint64_t) == 0);
    const auto* const source = reinterpret_cast<const std::uint64_t*>(&from);
    auto* const target = reinterpret_cast<std::uint64_t*>(&to);
    for (unsigned i = threadIdx.x; i < sizeof(RowGeometry) / sizeof(std::uint64_t); i += blockDim.x)
        target[i] = source[i];
    __syncthreads();
}

/// Counts the cells of reachable points. Blocks blocks_per_machine m ... share the rows of machine machines[m] between
/// them; tallies are those of the machines' own numbers and must be 0 before.
template <int hole_count, class Real, int threads>
__global__ void __launch_bounds__(threads)
    machine_tally_kernel(const RowGeometry* geometries, const std::uint32_t* machines, std::uint32_t blocks_per_machine,
                         MachineTally* tallies) {
    __shared__ RowGeometry geometry;
    const std::uint32_t machine = machines[blockIdx.x / blocks_per_machine];
    load_geometry(geometries[machine], geometry);
    const int rows = geometry.exact.y.count;
    const long long all_rows = static_cast<long long>(rows) * geometry.exact.z.count;
    const long long step = static_cast<long long>(blocks_per_machine) * threads;
    const AxisEnds ends = ends_of(geometry.exact.x);
    unsigned long long cells = 0;
    bool cut_off = false;
    unsigned row_points = 0, row_ends = 0;
    for (long long block_row = static_cast<long long>(blockIdx.x % blocks_per_machine) * threads; block_row < all_rows;
         block_row += step) {
        const long long row = block_row + threadIdx.x;
        const MachineRow at{static_cast<int>(row % rows), static_cast<int>(row / rows)};
        visit_row<hole_count, Real>(
            geometry, row < all_rows, at,
            [&](MachineRow, int first, int last) {
                row_points += static_cast<unsigned>(last - first + 1);
                row_ends += (first == ends.first ? 1U : 0U) + (last == ends.last ? 1U : 0U);
            },
            [&](MachineRow of) {
                if (row_points == 0) return;
                const auto quarters = static_cast<unsigned>(half_cells(geometry.exact.y, of.row) *
                                                            half_cells(geometry.exact.z, of.slice));
                cells += (2 * row_points - row_ends) * quarters;
                cut_off |= row_ends != 0 || quarters != 4;
                row_points = row_ends = 0;
            });
    }
    cut_off = __any_sync(all_lanes, cut_off);
    for (int distance = warp_size / 2; distance > 0; distance /= 2)
        cells += __shfl_down_sync(all_lanes, cells, distance);
    if (threadIdx.x % warp_size != 0) return;
    if (cells != 0) atomicAdd(&tallies[machine].eighth_cells, cells);
    if (cut_off) atomicOr(&tallies[machine].cut_off, 1U);
}

/// One machine more wherever it reaches: up where a run of the slice begins, down behind its end; rows of `steps` are
/// one longer than the grid's. One block a machine.
template <int hole_count, class Real, int threads>
__global__ void __launch_bounds__(threads)
    machine_reach_kernel(const RowGeometry* geometries, const std::uint32_t* machines, int slice,
                         std::uint32_t* steps) {
    __shared__ RowGeometry geometry;
    load_geometry(geometries[machines[blockIdx.x]], geometry);
    const int rows = geometry.exact.y.count;
    const std::size_t stride = static_cast<std::size_t>(geometry.exact.x.count) + 1;
    for (int block_row = 0; block_row < rows; block_row += threads) {
        const int row = block_row + static_cast<int>(threadIdx.x);
        const MachineRow at{row < rows ? row : 0, slice};
        visit_row<hole_count, Real>(
            geometry, row < rows, at,
            [&](MachineRow of, int first, int last) {
                std::uint32_t* const begin = steps + static_cast<std::size_t>(of.row) * stride;
                atomicAdd(&begin[first], 1U);
                atomicAdd(&begin[last + 1], ~0U);
            },
            [](MachineRow) {});
    }
}

}  // namespace hexscan
