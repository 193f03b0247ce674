// Stage 11, row-deltas: half of the bytes and one graph.
//
// Change: bytes, instructions and the launch. Ends move by a few columns from row to row, so a segment of 64 rows ships
// one byte for most of them (kernels/rows/delta_segment.h). Joint limits that others imply are dropped. Slices beyond
// every shortest length have a kernel without holes. A lane solves two rows side by side, and the compiler knows the
// shape of the cones. One graph has both kernels.
// Expected bottleneck: launch and wait, then the first bytes' way over the bus; neither is arithmetic.
// When it loses: if neighbouring rows have nothing in common, a row takes as many bytes as in stage 10. Decoding on the
// host takes longer than the scan.
// Kernel: hexapod_row_deltas_kernel, kernels/row_deltas_kernel.cuh. Host side: RowDeltasScan, below; DeltaRows decodes.
#include <algorithm>
#include <limits>
#include <memory>

#include "kernels/row_deltas_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/scan/rows/row_geometry.h"
#include "stages/compiled_resources.h"
#include "stages/delta_rows.h"
#include "stages/device_spans.h"
#include "stages/launch_graph.h"
#include "stages/settle_rows.h"
#include "stages/stage.h"
#include "stages/stage_tuning.h"

namespace hexscan {

/// Stage 10 scans plans that are not narrow.
const Stage& s10_row_runs();

namespace {

constexpr int warps = tuning::row_deltas_warps;
using Segment = DeltaRows::Segment;

int segments_per_slice_of(const ScanGrid& grid) { return segments_per_slice(grid, Segment::rows); }

/// The slices of a plan in two groups: slices whose rows may have holes, and the others.
struct DividedSlices {
    SlicesWithGap with_holes, without_holes;

    explicit DividedSlices(const RowGeometry& geometry) {
        const ColumnRange holed = slices_with_holes(geometry);
        const int count = holed.empty() ? 0 : holed.last - holed.first + 1;
        with_holes = {count, 0, holed.first};
        without_holes = {geometry.exact.z.count - count, holed.first, count};
    }
};

std::int64_t blocks_of(const SlicesWithGap& slices, int per_slice) {
    return (std::int64_t{slices.count} * per_slice + warps - 1) / warps;
}

class RowDeltasScan final : public PreparedStage {
public:
    RowDeltasScan(const OrientedPlan& plan, const RowGeometry& geometry)
        : plan_(plan),
          geometry_(geometry),
          slices_(geometry),
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
            if (has_only_bounded_base_joints(geometry_))
                launch_both<BoundedBaseJoints>(segments, any_undecided);
            else
                launch_both<AnyJoints>(segments, any_undecided);
        });
    }

    /// Starts both kernels side by side; the slower one begins first.
    template <class Joints>
    void launch_both(Segment* segments, int* any_undecided) {
        HEXSCAN_CUDA_CHECK(cudaEventRecord(fork_.get(), stream_.get()));
        HEXSCAN_CUDA_CHECK(cudaStreamWaitEvent(second_stream_.get(), fork_.get()));
        launch<Joints, true>(stream_, slices_.with_holes, segments, any_undecided);
        launch<Joints, false>(second_stream_, slices_.without_holes, segments, any_undecided);
        HEXSCAN_CUDA_CHECK(cudaEventRecord(join_.get(), second_stream_.get()));
        HEXSCAN_CUDA_CHECK(cudaStreamWaitEvent(stream_.get(), join_.get()));
    }

    template <class Joints, bool with_holes>
    void launch(const Stream& stream, const SlicesWithGap& slices, Segment* segments, int* any_undecided) {
        if (slices.count == 0) return;
        const int per_slice = segments_per_slice_of(plan_);
        const auto blocks = static_cast<std::uint32_t>(blocks_of(slices, per_slice));
        hexapod_row_deltas_kernel<Joints, with_holes, warps>
            <<<blocks, warps * warp_size, 0, stream.get()>>>(geometry_, segments, per_slice, slices, any_undecided);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }

    OrientedPlan plan_;
    RowGeometry geometry_;
    DividedSlices slices_;
    DeltaRows rows_;
    Stream stream_, second_stream_;
    Event fork_, join_;
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

    /// The launch that is described is that of the kernel without holes, because most slices use it.
    LaunchShape launch_shape(const ScanPlan& plan) const override {
        const RowGeometry geometry = geometry_of(plan.oriented());
        if (!is_narrow(geometry)) return s10_row_runs().launch_shape(plan);
        const DividedSlices slices(geometry);
        const bool both = slices.with_holes.count > 0 && slices.without_holes.count > 0;
        const SlicesWithGap& first = slices.without_holes.count > 0 ? slices.without_holes : slices.with_holes;
        LaunchShape shape;
        shape.block = {warps * warp_size, 1, 1};
        const std::int64_t blocks = blocks_of(first, segments_per_slice_of(plan));
        shape.grid.x = static_cast<int>(std::min<std::int64_t>(blocks, std::numeric_limits<int>::max()));
        shape.launches = both ? 2 : 1;
        shape.points_per_thread = 2 * plan.columns();
        return shape;
    }

    KernelName kernel() const override {
        return kernel_name(
            "hexapod_row_deltas_kernel<SurfaceList<BoundedBaseCone>,false," + std::to_string(warps) + ">", __FILE__);
    }

    StageResources resources() const override {
        return compiled_resources(hexapod_row_deltas_kernel<BoundedBaseJoints, false, warps>, warps * warp_size);
    }
};

}  // namespace

const Stage& s11_row_deltas() {
    static const RowDeltasStage stage;
    return stage;
}

}  // namespace hexscan
