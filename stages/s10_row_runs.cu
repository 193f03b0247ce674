// Stage 10, row-runs: rows in closed form.
//
// Change: a row is solved, not visited. Along the row every limit is a quadratic inequality. The intervals that satisfy
// the limits are intersected, and holes, such as columns at which a leg is too short, are removed. The kernel writes
// the remaining runs into mapped pinned memory. Columns near the ends are tested, so that every verdict equals the
// double-precision reference (kernels/rows/row_solver.h).
// Expected bottleneck: arithmetic and the bus (one byte per row, four per run) in about equal parts, which overlap only
// partly; then the latency of one launch.
// When it loses: if the orientation changes from point to point, because limits along a row are then no longer
// quadratic.
// Kernel: hexapod_row_runs_kernel, kernels/row_runs_kernel.cuh, which sweeps use, too. Host side: RowRunsScan, below.
#include <algorithm>
#include <limits>

#include "kernels/row_runs_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/engines/host_engines.h"
#include "src/scan/reference.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan_cuda/row_segments.h"
#include "stages/compiled_resources.h"
#include "stages/device_spans.h"
#include "stages/settle_rows.h"
#include "stages/stage.h"
#include "stages/stage_tuning.h"

namespace hexscan {
namespace {

constexpr int warps = tuning::row_runs_warps;

template <class Segment, class Real>
class RowRunsScan final : public PreparedStage {
public:
    explicit RowRunsScan(const OrientedPlan& plan) : plan_(plan), geometry_(make_row_geometry(plan)), rows_(plan) {}

    void scan() override { scan_recorded(false); }
    DeviceSpans scan_with_events() override { return scan_recorded(true); }

    /// Runs the same arithmetic without using the bus. The difference from the time of a scan is the cost of the bus.
    double kernel_alone_ms() override {
        if (!geometry_.solvable) return 0;
        if (device_rows_.size() == 0) device_rows_ = DeviceBuffer<Segment>(rows_.count());
        return ms_of_one_launch(stream_, [&] { launch(device_rows_.data(), device_undecided_.data()); });
    }

    bool overlaps() const override { return true; }

    void poison(std::uint8_t pattern) override {
        rows_.poison(pattern);
        reference_.clear();
    }
    std::int64_t unwritten_points() const override { return reference_.empty() ? rows_.unwritten_points() : 0; }
    WorkspaceSlice slice(int index) const override {
        return reference_.empty() ? rows_.slice(index) : reference_[static_cast<std::size_t>(index)];
    }
    MemoryUse memory() const override { return {static_cast<std::int64_t>(rows_.bytes()), 0}; }
    std::int64_t output_bytes() const override { return rows_.output_bytes(); }

private:
    DeviceSpans scan_recorded(bool with_events) {
        if (!geometry_.solvable) {
            reference_ = scan_reference(plan_);
            return {};
        }
        SpanRecorder recorder(with_events);
        rows_.begin();
        recorder.kernel(stream_, [&] { launch(rows_.data(), rows_.any_undecided()); });
        stream_.synchronize();
        settle_undecided_rows(plan_, rows_);
        return recorder.spans();
    }

    void launch(Segment* segments, int* any_undecided) {
        const std::uint32_t blocks = (rows_.count() + warps - 1) / warps;
        hexapod_row_runs_kernel<Segment, Real, warps><<<blocks, warps * warp_size, 0, stream_.get()>>>(
            geometry_, segments, static_cast<std::uint32_t>(segments_per_slice(plan_)), rows_.count(), any_undecided);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }

    OrientedPlan plan_;
    RowGeometry geometry_;
    RowSegments<Segment> rows_;
    DeviceBuffer<Segment> device_rows_;  ///< allocated when the kernel alone is timed
    DeviceBuffer<int> device_undecided_{1};
    Stream stream_;
    Workspace reference_;  ///< the whole plan, if its columns are too dense for the closed form
};

using NarrowSegment = RowSegment<max_narrow_runs, NarrowRun>;

/// Calls visit<Segment, Real>() with the segment format and the number type that suit the plan.
template <class Visit>
auto with_instance(const OrientedPlan& plan, Visit visit) {
    const RowGeometry geometry = make_row_geometry(plan);
    if (geometry.wide) return visit.template operator()<RowSegment<max_wide_runs, WideRun>, double>();
    if (is_narrow(geometry)) return visit.template operator()<NarrowSegment, float>();
    return visit.template operator()<RowSegment<max_narrow_runs, WideRun>, double>();
}

class RowRunsStage final : public Stage {
public:
    std::unique_ptr<PreparedStage> prepare_stage(const OrientedPlan& plan) const override {
        return with_instance(plan, [&]<class Segment, class Real>() -> std::unique_ptr<PreparedStage> {
            return std::make_unique<RowRunsScan<Segment, Real>>(plan);
        });
    }

    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        return with_instance(plan.oriented(), [&]<class Segment, class Real>() -> MemoryUse {
            return {segments_per_slice(plan) * static_cast<std::int64_t>(sizeof(Segment)), 0};
        });
    }

    double margin_tolerance(const ScanPlan&) const override { return 0; }

    LaunchShape launch_shape(const ScanPlan& plan) const override {
        LaunchShape shape;
        shape.block = {warps * warp_size, 1, 1};
        const std::int64_t segments = std::int64_t{segments_per_slice(plan)} * plan.slices();
        const std::int64_t blocks = (segments + warps - 1) / warps;
        shape.grid.x = static_cast<int>(std::min<std::int64_t>(blocks, std::numeric_limits<int>::max()));
        shape.points_per_thread = plan.columns();
        return shape;
    }

    KernelName kernel() const override {
        const std::string segment = "RowSegment<" + std::to_string(max_narrow_runs) + ",NarrowRun>";
        return kernel_name("hexapod_row_runs_kernel<" + segment + ",float," + std::to_string(warps) + ">", __FILE__);
    }

    StageResources resources() const override {
        return compiled_resources(hexapod_row_runs_kernel<NarrowSegment, float, warps>, warps * warp_size);
    }
};

}  // namespace

const Stage& s10_row_runs() {
    static const RowRunsStage stage;
    return stage;
}

}  // namespace hexscan
