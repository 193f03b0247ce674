#pragma once

#include <cstdint>

#include "clearance_block.cuh"
#include "kernels/sets/rod_total_rows.h"
#include "kernels/sets/set_clearance.h"
#include "least_clearance.h"
#include "row_mark.h"
#include "set_rows_kernel.cuh"
#include "warp.h"

/// Numbers for every grid point: maps over the slices of a plan, x fastest.
namespace hexscan {

/// Where a launch's part of a map lies: slices [first_slice, first_slice + slices) of the plan.
struct MapWindow {
    int first_slice, slices;
    RowMark* row_marks;  ///< by row and slice of the plan, mapped host memory
};

/// A few columns of a row and the number that they get.
struct PaintedColumns {
    int first;
    std::uint8_t count, number;
};

/// What is still to be painted of a warp's rows, a list for each.
template <int capacity>
struct WarpPaint {
    static constexpr int room = 2 * capacity + 2;  ///< a step takes 2 capacity ranges from a row at most
    PaintedColumns columns[room][warp_size];
};

/// Bytes of a warp's rows. Many columns are painted by all lanes, which write neighbouring bytes together; few are put
/// on a list, and where lists are full the lanes share a row's list, so that neighbouring ranges are written together.
template <int capacity>
class RowPainter {
public:
    __device__ RowPainter(WarpPaint<capacity>& paint, std::uint8_t* first_row, int columns)
        : paint_(paint), first_row_(first_row), columns_(columns) {}

    /// Paints what `before` has and `after` has not with a number. All lanes call it, those without a row with empty
    /// runs.
    __device__ void paint_removed(WarpRuns<capacity>& all_before, const LaneRuns<capacity>& before,
                                  WarpRuns<capacity>& all_after, const LaneRuns<capacity>& after, std::uint8_t number) {
        int few = 0;
        bool many = false;
        for_each_removed(before, after, [&](int first, int last) { is_many(first, last) ? many = true : ++few; });
        if (__any_sync(all_lanes, listed_ + few > WarpPaint<capacity>::room)) paint_lists();
        for_each_removed(before, after, [&](int first, int last) {
            if (!is_many(first, last))
                paint_.columns[listed_++][lane()] = {first, static_cast<std::uint8_t>(last - first + 1), number};
        });
        __syncwarp();
        for (unsigned rows = __ballot_sync(all_lanes, many); rows != 0; rows &= rows - 1) {
            const int other = __ffs(static_cast<int>(rows)) - 1;
            const LaneRuns<capacity> its_before(all_before, other, __shfl_sync(all_lanes, before.count(), other));
            const LaneRuns<capacity> its_after(all_after, other, __shfl_sync(all_lanes, after.count(), other));
            for_each_removed(its_before, its_after, [&](int first, int last) {
                if (!is_many(first, last)) return;
                for (int column = first + lane(); column <= last; column += warp_size) row(other)[column] = number;
            });
        }
        __syncwarp();
    }

    /// Paints what is on the lists. All lanes call it.
    __device__ void paint_lists() {
        __syncwarp();
        for (int other = 0; other < warp_size; ++other) {
            const int listed = __shfl_sync(all_lanes, listed_, other);
            for (int item = lane(); item < listed; item += warp_size) {
                const PaintedColumns painted = paint_.columns[item][other];
                for (int k = 0; k < painted.count; ++k) row(other)[painted.first + k] = painted.number;
            }
        }
        __syncwarp();
        listed_ = 0;
    }

private:
    __device__ static int lane() { return static_cast<int>(threadIdx.x % warp_size); }
    __device__ static bool is_many(int first, int last) { return last - first >= warp_size; }
    __device__ std::uint8_t* row(int lane) const {
        return first_row_ + static_cast<std::size_t>(lane) * static_cast<std::size_t>(columns_);
    }

    WarpPaint<capacity>& paint_;
    std::uint8_t* first_row_;
    int columns_, listed_ = 0;
};

/// How the rows of a set are solved, orientation by orientation and ring by ring of a cone, of telescopic legs.
template <class Real, bool wide>
struct TelescopicSetRows {
    using Shared = LegPlace<Real>;
    using Watch = RingWatch;

    SetScan<Real> scan;
    const RowGeometry* start;  ///< one orientation in closed form

    /// What one orientation keeps of a row, into its empty runs.
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

/// The same of legs with rods.
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

/// The tilt map as rings: how many rings of a cone, the level counted, are reachable in every direction. A row per
/// lane goes from ring to ring, and what a ring takes is painted with the ring's number.
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
        // What no ring took keeps them all.
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

/// One orientation. Which limit is the nearest is found in float, seen from the middle of the grid, so that the machine
/// may stand anywhere, and in double where float cannot tell; how near it is, in double.
struct ClearanceScan {
    ScanGeometry<double> exact;
    LegLimits<double> exact_limits[leg_count];
    ScanGeometry<float> geometry;  ///< with the middle of the grid as origin
    LegLimits<float> limits[leg_count];
    double doubt_m;        ///< the verdict decides the sign of clearances closer to 0 than this
    float window_m;        ///< limits closer to each other than this in float are told apart in double
    float block_radius_m;  ///< of a ClearanceBlock, from above
};

/// Clearance of a limit by its bit in a mask, in float.
__device__ inline float limit_clearance_at(const ClearanceScan& scan, int bit, Vec3<float> p) {
    const Leg<float>& leg = scan.geometry.legs[leg_of_bit(bit)];
    return limit_clearance_m(scan.limits[leg_of_bit(bit)], limit_of_bit(bit), p + leg.offset_m, leg.base_axis,
                             leg.platform_axis);
}

/// The least clearance of a point in double, out of line: few points need it.
__device__ __noinline__ inline LeastClearance<double> exact_least_clearance(const ClearanceScan& scan, Vec3<double> p) {
    LeastClearance<exact::Number> least = nothing_looked_at<exact::Number>();
    for (int i = 0; i < leg_count; ++i)
        look_at(exact_leg_clearances(scan.exact_limits[i], scan.exact.legs[i], p), i, least);
    return {least.clearance_m.value, least.limit};
}

/// What the maps say of a point of which `nearest` is the nearest limit, by its number in the map of limits: clearance
/// in double, to the last bit the reference's, and where `close` the limit too.
__device__ inline LeastClearance<double> told_exactly(const ClearanceScan& scan, Vec3<double> p, int nearest,
                                                      bool close) {
    if (close) return exact_least_clearance(scan, p);
    const int leg = leg_of_limit(nearest);
    return {exact_limit_clearance_m(scan.exact_limits[leg], which_limit(nearest), scan.exact.legs[leg], p), nearest};
}

/// The limits that can be the nearest anywhere in the warp's block, a bit each. Clearances are signed distances to
/// limits, so none changes by more than the platform moves: what is farther at the block's middle than the nearest by
/// twice the block's radius is nowhere nearer. A lane looks at a limit.
__device__ inline unsigned nearest_limits(const ClearanceScan& scan, const BlockCorner& block, float z_m) {
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    const Vec3<float> p{middle_of_block(scan.geometry.x, block.column, ClearanceBlock::columns),
                        middle_of_block(scan.geometry.y, block.row, ClearanceBlock::rows), z_m};
    constexpr int limit_count = leg_count * telescopic_limit_count;
    const float mine = lane < limit_count ? limit_clearance_at(scan, lane, p) : INFINITY;
    const float farthest = least_of_lanes(mine) + 2 * (scan.block_radius_m + scan.window_m);
    return __ballot_sync(all_lanes, lane < limit_count && !(mine > farthest));
}

/// Clearance and active limit at one orientation: a warp per ClearanceBlock, `warps` of them a block along the rows.
template <int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_clearance_kernel(const __grid_constant__ ClearanceScan scan, const ClearanceMaps maps, int first_slice,
                             int blocks_per_row) {
    constexpr int points = ClearanceBlock::lane_points;
    const int columns = scan.exact.x.count;
    const BlockCorner block = clearance_block<warps>(blocks_per_row);
    if (block.column >= columns) return;
    const int slice = first_slice + static_cast<int>(blockIdx.z);
    const float z = grid_coordinate(scan.geometry.z, slice);
    const unsigned candidates = nearest_limits(scan, block, z);

    const auto [first_column, row] = first_point(block);
    if (first_column >= columns || row >= scan.exact.y.count) return;
    const float y = grid_coordinate(scan.geometry.y, row);
    float least[points], other[points];
    int limit[points];
    const int first_candidate = 1 + lowest_bit(candidates);
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k) {
        least[k] = other[k] = INFINITY;
        limit[k] = first_candidate;
    }
    const bool told = (candidates & (candidates - 1)) == 0;
    for (unsigned left = told ? 0 : candidates; left != 0; left &= left - 1) {
        const int bit = lowest_bit(left);
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) {
            const float clearance_m =
                limit_clearance_at(scan, bit, {grid_coordinate(scan.geometry.x, first_column + k), y, z});
            other[k] = fminf(other[k], fmaxf(least[k], clearance_m));
            if (clearance_m < least[k]) limit[k] = 1 + bit;
            least[k] = fminf(least[k], clearance_m);
        }
    }
    float clearance_m[points];
    HEXSCAN_UNROLL
    for (int k = 0; k < points; ++k) {
        const bool close = !told && !(other[k] - least[k] > scan.window_m);
        if ((close || maps.clearance_m) && first_column + k < columns) {
            const Vec3<double> p{grid_coordinate(scan.exact.x, first_column + k), grid_coordinate(scan.exact.y, row),
                                 grid_coordinate(scan.exact.z, slice)};
            const LeastClearance<double> exact_least = told_exactly(scan, p, limit[k], close);
            const bool doubtful = maps.clearance_m && !(fabs(exact_least.clearance_m) > scan.doubt_m);
            const bool reachable = doubtful ? exact_reachable(scan.exact, p.x, p.y, p.z) : exact_least.clearance_m >= 0;
            limit[k] = exact_least.limit;
            clearance_m[k] = mapped_clearance(exact_least.clearance_m, reachable);
        }
    }
    store_points(maps, row_of_grid(slice, row, scan.exact.y.count), first_column, columns, clearance_m, limit);
}

/// A set's scan in double and its limits, in device memory.
struct SetClearanceScan {
    SetScan<double> scan;
    LegLimits<double> limits[leg_count];
    OrientationIndex start;
};

/// Clearance and active limit of the worst orientation of a set: a thread per point, neighbours decide together. The
/// verdict is the sign: where it is in doubt every orientation is asked whether it reaches the point.
template <int threads>
__global__ void __launch_bounds__(threads)
    hexapod_set_clearance_kernel(const SetClearanceScan* __restrict__ set, const ClearanceMaps maps, int first_slice,
                                 double window_m) {
    const SetScan<double>& scan = set->scan;
    const int column = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
    const int row = static_cast<int>(blockIdx.y), slice = first_slice + static_cast<int>(blockIdx.z);
    const bool inside = column < scan.x.count;
    const Vec3<double> p{grid_coordinate(scan.x, inside ? column : scan.x.count - 1), grid_coordinate(scan.y, row),
                         grid_coordinate(scan.z, slice)};
    const LeastOfSet least = least_of_set(scan, set->limits, set->start, WarpOfRows{}, p);
    if (!inside) return;
    bool reachable = least.clearance_m >= 0;
    if (!(fabs(least.clearance_m) > window_m)) {
        reachable = true;
        for (std::int64_t o = 0; o < orientation_count(scan.set) && reachable; ++o) {
            const Matrix3<double> rotation = exact::rotation_at(scan.set, orientation_at(scan.set, o));
            for (int i = 0; i < leg_count && reachable; ++i) {
                const Leg<double> leg = exact_leg_at(scan.legs[i], rotation);
                reachable = exact_leg_within_limits(leg, exact_leg_row(leg, p.y, p.z), p.x);
            }
        }
    }
    const std::size_t at =
        (static_cast<std::size_t>(slice) * static_cast<std::size_t>(scan.y.count) + static_cast<std::size_t>(row)) *
            static_cast<std::size_t>(scan.x.count) +
        static_cast<std::size_t>(column);
    if (maps.clearance_m) maps.clearance_m[at] = mapped_clearance(least.clearance_m, reachable);
    if (maps.limit) maps.limit[at] = static_cast<std::uint8_t>(least.limit);
}

/// Share, first half: the runs of every orientation as +1 and -1 in `steps`, rows of columns + 1. A row per lane.
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

/// Share, second half: sums the steps up along each row, a warp per row. `share` lies like the window's slices. It is a
/// template so that several objects can have it.
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
