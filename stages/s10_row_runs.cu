// Stage 10, row-runs: rows in closed form.
//
// What changed: a row is solved, not visited. Every limit cuts it in a quadratic; intervals are intersected,
// holes cut out, and the runs that remain are written by the kernel itself into mapped pinned memory. Ends are
// settled so that every verdict equals the double-precision reference (kernels/row_solver.h).
// Expected bottleneck: arithmetic and the bus (one byte per row, four per run) in about equal parts, which overlap
// only in part; then the latency of one launch.
// When it loses: where the orientation changes from point to point, because then rows are no quadratics.
#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/row_runs_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/scan/reference.h"
#include "src/scan/row_geometry.h"
#include "stages/device_spans.h"
#include "stages/stage.h"

namespace hexscan {
namespace {

/// Warps per block. On an H200 (2026-11-21) 2, 4 and 8 differ by less than 2 % of the kernel; 2 was fastest.
constexpr int warps = 2;

/// Poison for run counts: more runs than any row can have, and not the mark of an undecided row.
constexpr std::uint8_t poison_count = 0xEE;

/// Segments of `rows_per_segment` rows that cover a slice.
int segments_per_slice(const ScanPlan& plan) { return (plan.rows() + rows_per_segment - 1) / rows_per_segment; }

template <class Segment, class Real>
class RowRunsScan final : public PreparedStage {
public:
    explicit RowRunsScan(const ScanPlan& plan)
        : plan_(plan),
          geometry_(make_row_geometry(plan)),
          segments_(static_cast<std::size_t>(segments_per_slice(plan)) * static_cast<std::size_t>(plan.slices())),
          any_undecided_(1) {
        poison(0xFF);
    }

    void scan() override { scan_recorded(false); }
    DeviceSpans scan_with_events() override { return scan_recorded(true); }

    void poison(std::uint8_t pattern) override {
        std::memset(static_cast<void*>(segments_.data()), pattern, segments_.bytes());
        for (std::size_t s = 0; s < segments_.size(); ++s)
            std::memset(segments_.data()[s].run_counts, poison_count, rows_per_segment);
        settled_.clear();
        reference_.clear();
    }

    std::int64_t unwritten_points() const override {
        if (!reference_.empty()) return 0;
        std::int64_t rows = 0;
        for_each_row([&](int, int, const std::uint8_t& count) { rows += count == poison_count; });
        return rows * plan_.columns();
    }

    WorkspaceSlice slice(int index) const override {
        if (!reference_.empty()) return reference_[static_cast<std::size_t>(index)];
        WorkspaceSlice slice;
        for (int first = 0; first < plan_.rows(); first += rows_per_segment) {
            const Segment& segment = segment_at(index, first);
            const auto* next_run = segment.runs;
            for (int row = first; row < std::min(first + rows_per_segment, plan_.rows()); ++row) {
                const std::uint8_t count = segment.run_counts[row - first];
                if (count == undecided_row) {
                    const std::vector<Run>& runs = settled_.at({index, row});
                    slice.runs.insert(slice.runs.end(), runs.begin(), runs.end());
                } else {
                    for (int k = 0; k < count; ++k, ++next_run)
                        slice.runs.push_back(
                            {static_cast<std::int32_t>(next_run->first), static_cast<std::int32_t>(next_run->last)});
                }
                slice.row_begin.push_back(static_cast<std::int32_t>(slice.runs.size()));
            }
        }
        return slice;
    }

    MemoryUse memory() const override {
        return {static_cast<std::int64_t>(segments_.bytes() + any_undecided_.bytes()), 0};
    }

    /// Counts and runs, without the sectors' padding.
    std::int64_t output_bytes() const override {
        std::int64_t bytes = 0;
        for_each_row([&](int, int, const std::uint8_t& count) {
            bytes += 1 + (count == undecided_row ? 0 : count * static_cast<std::int64_t>(sizeof(Segment::runs[0])));
        });
        return bytes;
    }

private:
    DeviceSpans scan_recorded(bool with_events) {
        if (!geometry_.solvable) {
            reference_ = scan_reference(plan_);
            return {};
        }
        SpanRecorder recorder(with_events);
        settled_.clear();
        *any_undecided_.data() = 0;
        const auto count = static_cast<std::uint32_t>(segments_.size());
        const std::uint32_t blocks = (count + warps - 1) / warps;
        recorder.kernel(stream_, [&] {
            hexapod_row_runs_kernel<Segment, Real, warps><<<blocks, warps * 32, 0, stream_.get()>>>(
                geometry_, segments_.data(), static_cast<std::uint32_t>(segments_per_slice(plan_)), count,
                any_undecided_.data());
            HEXSCAN_CUDA_CHECK(cudaGetLastError());
        });
        stream_.synchronize();
        if (*any_undecided_.data() != 0) settle_undecided_rows();
        return recorder.spans();
    }

    const Segment& segment_at(int slice, int row) const {
        return segments_.data()[static_cast<std::size_t>(slice) * static_cast<std::size_t>(segments_per_slice(plan_)) +
                                static_cast<std::size_t>(row / rows_per_segment)];
    }

    /// Calls visit(slice, row, run count) for every row.
    template <class Visit>
    void for_each_row(Visit visit) const {
        for (int slice = 0; slice < plan_.slices(); ++slice)
            for (int row = 0; row < plan_.rows(); ++row)
                visit(slice, row, segment_at(slice, row).run_counts[row % rows_per_segment]);
    }

    /// Rows that graze a limit: the reference decides, point by point, on the host.
    void settle_undecided_rows() {
        std::vector<std::pair<int, int>> rows;
        for_each_row([&](int slice, int row, const std::uint8_t& count) {
            if (count == undecided_row) rows.emplace_back(slice, row);
        });
        const std::vector<double> x_m = column_coordinates(plan_);
        std::vector<WorkspaceSlice> results(rows.size());
        tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t i) {
            append_reference_row(plan_, x_m, rows[i].second, rows[i].first, results[i]);
        });
        for (std::size_t i = 0; i < rows.size(); ++i) settled_[rows[i]] = std::move(results[i].runs);
    }

    ScanPlan plan_;
    RowGeometry geometry_;
    MappedBuffer<Segment> segments_;
    MappedBuffer<int> any_undecided_;
    Stream stream_;
    std::map<std::pair<int, int>, std::vector<Run>> settled_;  ///< undecided rows by slice and row
    Workspace reference_;  ///< the whole plan, where columns lie too close for the closed form
};

using NarrowSegment = RowSegment<max_narrow_runs, NarrowRun>;

/// Calls visit<Segment, Real>() for a plan. Almost every plan takes the first instance; the others are for
/// grids of very many or very dense columns and for limits beyond 90 degrees, whose cones cut more holes.
template <class Visit>
auto with_instance(const ScanPlan& plan, Visit visit) {
    const RowGeometry geometry = make_row_geometry(plan);
    if (geometry.wide) return visit.template operator()<RowSegment<max_wide_runs, WideRun>, double>();
    if (!geometry.single_suffices || plan.columns() > 65536)
        return visit.template operator()<RowSegment<max_narrow_runs, WideRun>, double>();
    return visit.template operator()<NarrowSegment, float>();
}

class RowRunsStage final : public Stage {
public:
    std::unique_ptr<PreparedStage> prepare_stage(const ScanPlan& plan) const override {
        return with_instance(plan, [&]<class Segment, class Real>() -> std::unique_ptr<PreparedStage> {
            return std::make_unique<RowRunsScan<Segment, Real>>(plan);
        });
    }

    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        return with_instance(plan, [&]<class Segment, class Real>() -> MemoryUse {
            return {segments_per_slice(plan) * static_cast<std::int64_t>(sizeof(Segment)), 0};
        });
    }

    double margin_tolerance() const override { return 0; }

    LaunchShape launch_shape(const ScanPlan& plan) const override {
        LaunchShape shape;
        shape.block = {warps * 32, 1, 1};
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
        const auto kernel = hexapod_row_runs_kernel<NarrowSegment, float, warps>;
        cudaFuncAttributes attributes{};
        HEXSCAN_CUDA_CHECK(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)));
        StageResources resources;
        resources.registers_per_thread = attributes.numRegs;
        resources.static_shared_bytes = static_cast<int>(attributes.sharedSizeBytes);
        resources.local_bytes = static_cast<int>(attributes.localSizeBytes);
        HEXSCAN_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &resources.resident_blocks, reinterpret_cast<const void*>(kernel), warps * 32, 0));
        return resources;
    }
};

}  // namespace

const Stage& s10_row_runs() {
    static const RowRunsStage stage;
    return stage;
}

}  // namespace hexscan
