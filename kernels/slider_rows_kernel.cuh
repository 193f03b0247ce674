#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/rows/segment_row.h"
#include "kernels/rows/slider_rows.h"
#include "row_runs_kernel.cuh"

/// Solves rows for sliders. As in stage 10 for telescopic legs (row_runs_kernel.cuh), a thread solves a row. Its warp
/// packs the runs of 32 rows and writes them directly into host memory.
namespace hexscan {

/// The reference test. Not inlined: few columns need it, but its registers would slow down every row.
template <class Geometry>
__device__ __noinline__ bool exact_slider_column(const Geometry& geometry, int column, double y_m, double z_m) {
    return exact_sliders_keep(geometry.exact, {grid_coordinate(geometry.x, column), y_m, z_m});
}

/// Two ways to pass a value to a kernel: as its argument, or in device memory, where it may be larger.
template <class Value>
struct AsArgument {
    Value value;
    __device__ const Value& get() const { return value; }
};
template <class Value>
struct InMemory {
    const Value* value;
    __device__ const Value& get() const { return *value; }
};

/// Solves the rows of segments, with roots in Real. Segments cover the rows of a slice 32 by 32, slice after slice.
/// `any_undecided` becomes 1 if some row is undecided. Both pointers are mapped host memory. `source` is an AsArgument
/// or InMemory of a SliderGeometry.
/// Grid: segments / `warps`. Block: `warps` warps. Shared memory: a segment per warp. A thread has one row.
template <class Segment, class Real, class Source, int warps>
__global__ void __launch_bounds__(warps* warp_size)
    hexapod_slider_rows_kernel(const __grid_constant__ Source source, Segment* segments,
                               std::uint32_t segments_per_slice, std::uint32_t segment_count, int* any_undecided) {
    constexpr int hole_count = Segment::max_runs - 1;
    __shared__ Segment packed_segments[warps];

    const std::uint32_t segment = blockIdx.x * warps + threadIdx.x / warp_size;
    if (segment >= segment_count) return;
    const int lane = static_cast<int>(threadIdx.x % warp_size);
    const auto [row_index, slice] = segment_row(segment, segments_per_slice, rows_per_segment, lane);

    const auto& geometry = source.get();
    using RowLeg = typename std::remove_cvref_t<decltype(geometry)>::Leg;
    RowColumns<hole_count> row = empty_row<hole_count>();
    if (row_index < geometry.y.count) {
        const double y_m = grid_coordinate(geometry.y, row_index);
        const double z_m = grid_coordinate(geometry.z, slice);
        row = solve_slider_row<Real, RowLeg>(
            geometry, y_m, z_m, [&](int column) { return exact_slider_column(geometry, column, y_m, z_m); });
    }
    report_undecided(!row.decided, any_undecided);
    store_segment(packed_segments[threadIdx.x / warp_size], segments[segment], row.decided,
                  [&](auto emit) { return for_each_run(row, emit); });
}

}  // namespace hexscan
