#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/resident_blocks.h"
#include "kernels/rows/rod_rows.h"
#include "kernels/rows/rotary_rows.h"
#include "kernels/rows/row_solver.h"
#include "kernels/rows/slider_rows.h"
#include "kernels/sets/grid_cells.h"
#include "kinematics.h"
#include "lane_runs.cuh"
#include "machine_tally.h"
#include "row_runs_kernel.cuh"
#include "slider_rows_kernel.cuh"
#include "swept_machine.h"
#include "warp.h"

/// The kernels of sweeps. They solve the rows of many machines in one launch. Telescopic legs use the closed form of
/// stage 10 (row_runs_kernel.cuh). Sliders and arms have row solvers of their own (rows/slider_rows.h,
/// rows/rod_rows.h). Runs are counted where they are found, and only the counts leave the device.
///
/// The closed form leaves some rows undecided: they touch the border of a limit, or have more runs than fit into
/// memory. The kernel decides these rows itself, so it needs no host. Each lane of the warp then tests every 32nd
/// column with the reference test. If legs have no closed form, all their rows are decided in this way.
///
/// The cost is arithmetic. The only memory traffic is a machine's constants, which a block reads once for all its rows,
/// and a tally. A row costs the work of its legs until no column is left. A telescope costs two spheres and two cones.
/// A slider costs three quadrics, each of four numbers that are linear in y and z, and a root. An arm costs two
/// spheres, a torus by Newton's method in double precision, and a reference test between neighbouring breakpoints. A
/// row that the reference decides costs one test per column and leg, up to the column's first leg that does not reach.
namespace hexscan {

/// A solver defines how rows of one kind of machine are solved. It has the input `Swept`, the class `Row`, and the
/// reference verdict of a column. A row says whether it is decided, and for_each_run() visits its runs. The compiler
/// must leave registers for `least_blocks` blocks per multiprocessor; 0 lets it choose. This solver is for telescopic
/// legs.
template <int hole_count, class Real>
struct TelescopeSolver {
    static constexpr int least_blocks = 0;
    using Swept = SweptTelescopes;
    using Row = RowColumns<hole_count>;

    static __device__ Row empty() { return empty_row<hole_count>(); }
    static __device__ Row solve(const Swept& machine, double y_m, double z_m) {
        return solve_row<hole_count, Real>(machine, y_m, z_m,
                                           [&](int column) { return reachable(machine, column, y_m, z_m); });
    }
    static __device__ bool reachable(const Swept& machine, int column, double y_m, double z_m) {
        return exact_reachable_column(machine.exact, column, y_m, z_m);
    }
};

/// Solves sliders of the type RowLeg, with or without joints.
template <class RowLeg, class Real>
struct SliderSolver {
    static constexpr int least_blocks = 0;
    using Swept = SweptSliders;
    using Row = RowColumns<slider_holes<RowLeg>>;

    static __device__ Row empty() { return empty_row<slider_holes<RowLeg>>(); }
    static __device__ Row solve(const Swept& machine, double y_m, double z_m) {
        return solve_slider_row<Real, RowLeg>(machine.rows, y_m, z_m,
                                              [&](int column) { return reachable(machine, column, y_m, z_m); });
    }
    static __device__ bool reachable(const Swept& machine, int column, double y_m, double z_m) {
        return exact_slider_column(machine.rows, column, y_m, z_m);
    }
};

template <int max_runs>
struct ArmRow {
    LaneRuns<max_runs> runs;
    bool decided;
};
template <int max_runs, class Emit>
__device__ void for_each_run(const ArmRow<max_runs>& row, Emit emit) {
    for (int r = 0; r < row.runs.count(); ++r) emit(row.runs.get(r).first, row.runs.get(r).last);
}

/// Solves arms. A row has memory for `max_runs` runs in the shared memory of its warp; a block has `warps` warps.
template <int max_runs, int warps, int blocks = 0>
struct ArmSolver {
    static constexpr int least_blocks = blocks;
    using Swept = SweptArms;
    using Row = ArmRow<max_runs>;

    static __device__ Row empty() { return {room(0), true}; }
    static __device__ Row solve(const Swept& machine, double y_m, double z_m) {
        LaneRuns<max_runs> one = room(0), other = room(1);
        const LaneRuns<max_runs>* const kept = solve_rod_row(machine.rows, y_m, z_m, one, other);
        return {kept != nullptr ? *kept : one, kept != nullptr};
    }
    static __device__ bool reachable(const Swept& machine, int column, double y_m, double z_m) {
        return exact_rods_keep(machine.rows, {grid_coordinate(machine.rows.x, column), y_m, z_m});
    }

private:
    static __device__ LaneRuns<max_runs> room(int list) {
        __shared__ WarpRuns<max_runs> of_warps[warps][2];
        return LaneRuns<max_runs>(of_warps[threadIdx.x / warp_size][list]);
    }
};

struct UnsolvedRow {
    bool decided;
};
template <class Emit>
__device__ void for_each_run(const UnsolvedRow&, Emit) {}

/// Solves legs of any kind, one column at a time.
template <class Whole>
struct PointSolver {
    static constexpr int least_blocks = 0;
    using Swept = SweptPoints<Whole>;
    using Row = UnsolvedRow;

    static __device__ Row empty() { return {true}; }
    static __device__ Row solve(const Swept&, double, double) { return {false}; }
    static __device__ bool reachable(const Swept& machine, int column, double y_m, double z_m) {
        return exactly_reaches(machine, {grid_coordinate(machine.x, column), y_m, z_m});
    }
};

/// The position of a row in the grid of the block's machine.
struct MachineRow {
    int row, slice;
};

/// Calls visit(row, first, last) for each run of the lane's row, in any order, and then leave(row). All lanes of the
/// warp must call this function. `is_row` is false if a lane has no row. If another lane's row is undecided, this lane
/// visits single columns of that row, so neither callback may depend on the lane. The compiler generates `visit` once
/// for every run that a row can have, and `leave` twice.
template <class Solver, class Visit, class Leave>
__device__ void visit_row(const typename Solver::Swept& machine, bool is_row, MachineRow at, Visit visit, Leave leave) {
    const auto& grid = grid_of(machine);
    typename Solver::Row solved = Solver::empty();
    const double y_m = grid_coordinate(grid.y, at.row);
    const double z_m = grid_coordinate(grid.z, at.slice);
    if (is_row) solved = Solver::solve(machine, y_m, z_m);
    if (solved.decided) for_each_run(solved, [&](int first, int last) { visit(at, first, last); });
    leave(at);
    unsigned undecided = __ballot_sync(all_lanes, !solved.decided);
    for (; undecided != 0; undecided &= undecided - 1) {
        const int source = __ffs(static_cast<int>(undecided)) - 1;
        const MachineRow settled{__shfl_sync(all_lanes, at.row, source), __shfl_sync(all_lanes, at.slice, source)};
        const double settled_y_m = grid_coordinate(grid.y, settled.row);
        const double settled_z_m = grid_coordinate(grid.z, settled.slice);
        for (int column = static_cast<int>(threadIdx.x % warp_size); column < grid.x.count; column += warp_size)
            if (Solver::reachable(machine, column, settled_y_m, settled_z_m)) visit(settled, column, column);
        leave(settled);
    }
}

/// Copies the block's machine into shared memory; all threads of the block take part. Shared memory may hold nothing
/// that has a constructor, so a machine with such members is stored as words.
template <class Swept>
__device__ inline const Swept& shared_machine(const Swept& from) {
    static_assert(sizeof(Swept) % sizeof(std::uint64_t) == 0);
    constexpr unsigned words = sizeof(Swept) / sizeof(std::uint64_t);
    using Room = std::conditional_t<std::is_trivially_default_constructible_v<Swept>, Swept, std::uint64_t[words]>;
    __shared__ Room room;
    const auto* const source = reinterpret_cast<const std::uint64_t*>(&from);
    auto* const target = reinterpret_cast<std::uint64_t*>(&room);
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) target[i] = source[i];
    __syncthreads();
    return reinterpret_cast<const Swept&>(room);
}

/// Adds up the volume of the cells of reachable points (grid_cells.h). For each m, `blocks_per_machine` blocks share
/// the rows of machine machines[m]. They add to tallies[machines[m]], which must be 0 before.
/// Grid: machines * `blocks_per_machine`. Block: `threads`. Shared memory: the machine, and runs of arms. A thread has
/// one row at a time.
template <class Solver, int threads>
__global__ void __launch_bounds__(threads, Solver::least_blocks)
    machine_tally_kernel(const typename Solver::Swept* swept, const std::uint32_t* machines,
                         std::uint32_t blocks_per_machine, MachineTally* tallies) {
    static_assert(are_resident(Solver::least_blocks, threads));
    const std::uint32_t number = machines[blockIdx.x / blocks_per_machine];
    const auto& machine = shared_machine(swept[number]);
    const auto& grid = grid_of(machine);
    const int rows = grid.y.count;
    const long long all_rows = static_cast<long long>(rows) * grid.z.count;
    const long long step = static_cast<long long>(blocks_per_machine) * threads;
    const AxisEnds ends = ends_of(grid.x);
    unsigned long long cells = 0;
    bool cut_off = false;
    unsigned row_points = 0, row_ends = 0;
    for (long long block_row = static_cast<long long>(blockIdx.x % blocks_per_machine) * threads; block_row < all_rows;
         block_row += step) {
        const long long row = block_row + threadIdx.x;
        const MachineRow at{static_cast<int>(row % rows), static_cast<int>(row / rows)};
        visit_row<Solver>(
            machine, row < all_rows, at,
            [&](MachineRow, int first, int last) {
                row_points += static_cast<unsigned>(last - first + 1);
                row_ends += (first == ends.first ? 1U : 0U) + (last == ends.last ? 1U : 0U);
            },
            [&](MachineRow of) {
                if (row_points == 0) return;
                const auto quarters = static_cast<unsigned>(half_cells(grid.y, of.row) * half_cells(grid.z, of.slice));
                cells += (2 * row_points - row_ends) * quarters;
                cut_off |= row_ends != 0 || quarters != 4;
                row_points = row_ends = 0;
            });
    }
    cut_off = __any_sync(all_lanes, cut_off);
    for (int distance = warp_size / 2; distance > 0; distance /= 2)
        cells += __shfl_down_sync(all_lanes, cells, distance);
    if (threadIdx.x % warp_size != 0) return;
    if (cells != 0) atomicAdd(&tallies[number].eighth_cells, cells);
    if (cut_off) atomicOr(&tallies[number].cut_off, 1U);
}

/// For every point of a slice, counts the machines that reach it. The counts are stored as differences along rows: the
/// kernel adds 1 to `steps` at the start of each run and subtracts 1 after its end. A row of `steps` has one number
/// more than the grid has columns.
/// Grid: machines. Block: `threads`. Shared memory: the machine, and runs of arms. A thread has one row at a time.
template <class Solver, int threads>
__global__ void __launch_bounds__(threads, Solver::least_blocks)
    machine_reach_kernel(const typename Solver::Swept* swept, const std::uint32_t* machines, int slice,
                         std::uint32_t* steps) {
    static_assert(are_resident(Solver::least_blocks, threads));
    const auto& machine = shared_machine(swept[machines[blockIdx.x]]);
    const auto& grid = grid_of(machine);
    const int rows = grid.y.count;
    const std::size_t stride = static_cast<std::size_t>(grid.x.count) + 1;
    for (int block_row = 0; block_row < rows; block_row += threads) {
        const int row = block_row + static_cast<int>(threadIdx.x);
        const MachineRow at{row < rows ? row : 0, slice};
        visit_row<Solver>(
            machine, row < rows, at,
            [&](MachineRow of, int first, int last) {
                std::uint32_t* const begin = steps + static_cast<std::size_t>(of.row) * stride;
                atomicAdd(&begin[first], 1U);
                atomicAdd(&begin[last + 1], ~0U);
            },
            [](MachineRow) {});
    }
}

}  // namespace hexscan
