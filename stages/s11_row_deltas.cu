// Stage 11, row-deltas: half of the bytes, and a graph.
//
// Change: bytes, instructions, constants and the launch. The ends of runs move by a few columns from row to row, so
// most rows of a segment of 64 take one byte (kernels/rows/delta_segment.h). Joint limits that others imply are
// dropped. Slices in which no leg comes near its shortest length need no code for holes. A lane solves two rows side by
// side, and the shape of the cones is known at compile time. The constants that every row needs are close together
// (kernels/rows/row_pair.h), because each multiprocessor fetches them at the start of a launch. The launch is a CUDA
// graph.
// Expected bottleneck: the launch and the wait for its end, and the time of the first bytes on the bus, but not
// arithmetic.
// When it loses: if neighbouring rows have nothing in common, a row takes as many bytes as in stage 10. Decoding on the
// host takes longer than the scan.
// Kernel: hexapod_row_deltas_kernel, kernels/row_deltas_kernel.cuh. Host side: RowDeltasScan, below; DeltaRows decodes.
#include <algorithm>
#include <limits>
#include <memory>

#include "kernels/row_deltas_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/device_value.h"
#include "src/scan/rows/row_geometry.h"
#include "stages/compiled_resources.h"
#include "stages/delta_rows.h"
#include "stages/device_spans.h"
#include "stages/launch_graph.h"
#include "stages/settle_rows.h"
#include "stages/stage.h"
#include "stages/stage_tuning.h"

namespace hexscan {

/// Stage 10 scans the plans that are not narrow (is_narrow() in src/scan/rows/row_geometry.h).
const Stage& s10_row_runs();

namespace {

constexpr int warps = tuning::row_deltas_warps;
using Segment = DeltaRows::Segment;

int segments_per_slice_of(const ScanGrid& grid) { return segments_per_slice(grid, Segment::rows); }

SliceOrder order_of(const RowGeometry& geometry) {
    const ColumnRange holed = slices_with_holes(geometry);
    return holed.empty() ? SliceOrder{0, 0} : SliceOrder{holed.first, holed.last - holed.first + 1};
}

std::int64_t blocks_of(const ScanGrid& grid) {
    return (std::int64_t{grid.slices()} * segments_per_slice_of(grid) + warps - 1) / warps;
}

class RowDeltasScan final : public PreparedStage {
public:
    RowDeltasScan(const OrientedPlan& plan, const RowGeometry& geometry)
        : plan_(plan),
          exact_(plan.geometry),
          geometry_(make_pair_geometry(geometry, exact_.get())),
          order_(order_of(geometry)),
          has_only_bounded_base_joints_(has_only_bounded_base_joints(geometry)),
          rows_(plan),
          graph_(graph_of(rows_.data(), rows_.any_undecided())) {}

    void scan() override { scan_recorded(false); }
    DeviceSpans scan_with_events() override { return scan_recorded(true); }

    double kernel_alone_ms() override {
        if (device_rows_.size() == 0) {
            device_rows_ = DeviceBuffer<Segment>(rows_.count());
            device_graph_ = graph_of(device_rows_.data(), device_undecided_.data());
        }
        return ms_of_one_launch(stream_, [&] { device_graph_.launch(stream_); });
    }

    bool overlaps() const override { return true; }
    void poison(std::uint8_t pattern) override { rows_.poison(pattern); }
    std::int64_t unwritten_points() const override { return rows_.unwritten_points(); }
    WorkspaceSlice slice(int index) const override { return rows_.slice(index); }
    MemoryUse memory() const override { return {static_cast<std::int64_t>(rows_.bytes()), 0}; }
    std::int64_t output_bytes() const override { return rows_.output_bytes(); }

private:
    DeviceSpans scan_recorded(bool with_events) {
        SpanRecorder recorder(with_events);
        rows_.begin();
        recorder.kernel(stream_, [&] { graph_.launch(stream_); });
        stream_.synchronize();
        settle_undecided_rows(plan_, rows_);
        return recorder.spans();
    }

    LaunchGraph graph_of(Segment* segments, int* any_undecided) {
        return LaunchGraph(stream_, [&] {
            if (has_only_bounded_base_joints_)
                launch<BoundedBaseJoints>(segments, any_undecided);
            else
                launch<AnyJoints>(segments, any_undecided);
        });
    }

    template <class Joints>
    void launch(Segment* segments, int* any_undecided) {
        hexapod_row_deltas_kernel<Joints, warps>
            <<<static_cast<std::uint32_t>(blocks_of(plan_)), warps * warp_size, 0, stream_.get()>>>(
                geometry_, segments, segments_per_slice_of(plan_), order_, any_undecided);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }

    OrientedPlan plan_;
    DeviceValue<ScanGeometry<double>> exact_;
    PairGeometry geometry_;
    SliceOrder order_;
    bool has_only_bounded_base_joints_;
    DeltaRows rows_;
    Stream stream_;
    LaunchGraph graph_;
    DeviceBuffer<Segment> device_rows_;  ///< allocated when the kernels alone are timed
    DeviceBuffer<int> device_undecided_{1};
    LaunchGraph device_graph_;
};

RowGeometry geometry_of(const OrientedPlan& plan) { return without_implied_limits(make_row_geometry(plan)); }

class RowDeltasStage final : public Stage {
public:
    std::unique_ptr<PreparedStage> prepare_stage(const OrientedPlan& plan) const override {
        const RowGeometry geometry = geometry_of(plan);
        if (!is_narrow(geometry)) return s10_row_runs().prepare_stage(plan);
        return std::make_unique<RowDeltasScan>(plan, geometry);
    }

    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        if (!is_narrow(geometry_of(plan.oriented()))) return s10_row_runs().memory_per_slice(plan);
        return {segments_per_slice_of(plan) * static_cast<std::int64_t>(sizeof(Segment)), 0};
    }

    double margin_tolerance(const ScanPlan&) const override { return 0; }

    LaunchShape launch_shape(const ScanPlan& plan) const override {
        if (!is_narrow(geometry_of(plan.oriented()))) return s10_row_runs().launch_shape(plan);
        LaunchShape shape;
        shape.block = {warps * warp_size, 1, 1};
        shape.grid.x = static_cast<int>(std::min<std::int64_t>(blocks_of(plan), std::numeric_limits<int>::max()));
        shape.points_per_thread = 2 * plan.columns();
        return shape;
    }

    KernelName kernel() const override {
        return kernel_name("hexapod_row_deltas_kernel<SurfaceList<BoundedBaseCone>," + std::to_string(warps) + ">",
                           __FILE__);
    }

    StageResources resources() const override {
        return compiled_resources(hexapod_row_deltas_kernel<BoundedBaseJoints, warps>, warps * warp_size);
    }
};

}  // namespace

const Stage& s11_row_deltas() {
    static const RowDeltasStage stage;
    return stage;
}

}  // namespace hexscan
