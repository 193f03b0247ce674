#include "src/scan_cuda/rod_engine_cuda.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/rotary_rows_kernel.cuh"
#include "kernels/slider_rows_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/machine/legs/posed_leg.h"
#include "src/scan/plan_fields.h"
#include "src/scan/rows/cpu_slider_rows.h"
#include "src/scan/rows/rod_row_solver.h"
#include "src/scan_cuda/device_rod_set.cuh"
#include "src/scan_cuda/rod_maps.h"
#include "src/scan_cuda/row_segments.h"
#include "src/scan_cuda/scan_cuda_tuning.h"
#include "src/system/all_cores.h"

namespace hexscan {
namespace {

constexpr int warps = tuning::slider_rows_warps;

/// The geometry as the kernel takes it: without joints it is small enough to be an argument.
class JointlessSource {
public:
    using Source = AsArgument<JointlessSliderGeometry>;
    explicit JointlessSource(const JointedSliderGeometry& geometry) : source_{without_joints(geometry)} {}
    const Source& get() const { return source_; }

private:
    Source source_;
};
class JointedSource {
public:
    using Source = InMemory<JointedSliderGeometry>;
    explicit JointedSource(const JointedSliderGeometry& geometry) : value_(geometry) {}
    Source get() const { return {value_.get()}; }

private:
    DeviceValue<JointedSliderGeometry> value_;
};

/// Rows that a kernel solves, but for those that it leaves to the host.
template <class Segment>
class RowsScan : public PreparedScan {
public:
    explicit RowsScan(const ScanPlan& plan) : rows_(plan) {}

    void scan() override {
        rows_.begin();
        launch(rows_, stream_.get());
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        stream_.synchronize();
        settle_undecided_rows();
    }

    void poison(std::uint8_t pattern) override { rows_.poison(pattern); }
    std::int64_t unwritten_points() const override { return rows_.unwritten_points(); }
    WorkspaceSlice slice(int index) const override { return rows_.slice(index); }
    std::int64_t output_bytes() const override { return rows_.output_bytes(); }

private:
    virtual void launch(RowSegments<Segment>& rows, cudaStream_t stream) = 0;
    /// Before the first row is the host's.
    virtual void begin_on_host() {}
    virtual void append_on_host(int slice, int row, WorkspaceSlice& out) const = 0;

    void settle_undecided_rows() {
        const auto rows = rows_.undecided_rows();
        if (rows.empty()) return;
        begin_on_host();
        std::vector<WorkspaceSlice> solved(rows.size());
        tbb::parallel_for(std::size_t{0}, rows.size(),
                          [&](std::size_t i) { append_on_host(rows[i].first, rows[i].second, solved[i]); });
        for (std::size_t i = 0; i < rows.size(); ++i) rows_.settle(rows[i], std::move(solved[i].runs));
    }

    RowSegments<Segment> rows_;
    Stream stream_;
};

template <class Segment, class Real, class HeldSource>
class SliderRowsScan final : public RowsScan<Segment> {
public:
    SliderRowsScan(const ScanPlan& plan, const SliderRowsOfPlan& rows)
        : RowsScan<Segment>(plan), source_(rows.geometry), host_(rows) {}

private:
    void launch(RowSegments<Segment>& rows, cudaStream_t stream) override {
        using Source = typename HeldSource::Source;
        const std::uint32_t blocks = (rows.count() + warps - 1) / warps;
        hexapod_slider_rows_kernel<Segment, Real, Source, warps><<<blocks, warps * warp_size, 0, stream>>>(
            source_.get(), rows.data(), static_cast<std::uint32_t>(rows.per_slice()), rows.count(),
            rows.any_undecided());
    }
    /// Rows that graze a limit: the reference decides.
    void append_on_host(int slice, int row, WorkspaceSlice& out) const override {
        host_.append_exact_row(slice, row, out);
    }

    HeldSource source_;
    SliderRows host_;
};

template <class Segment>
class RotaryRowsScan final : public RowsScan<Segment> {
public:
    explicit RotaryRowsScan(const ScanPlan& plan)
        : RowsScan<Segment>(plan), host_(plan), geometry_(make_rod_rows<RotaryRowLeg>(plan).middle) {}

private:
    void launch(RowSegments<Segment>& rows, cudaStream_t stream) override {
        constexpr int per_block = tuning::rotary_rows_warps;
        const std::uint32_t blocks = (rows.count() + per_block - 1) / per_block;
        hexapod_rotary_rows_kernel<Segment, per_block><<<blocks, per_block * warp_size, 0, stream>>>(
            geometry_.get(), rows.data(), static_cast<std::uint32_t>(rows.per_slice()), rows.count(),
            rows.any_undecided());
    }
    void append_on_host(int slice, int row, WorkspaceSlice& out) const override {
        host_.append(slice, row, row + 1, out);
    }

    RotaryRowSolver host_;
    DeviceValue<RodGeometry<RotaryRowLeg>> geometry_;
};

/// A total workspace.
template <class Segment, class Scan, class HostSolver>
class RodSetScanOnDevice final : public RowsScan<Segment> {
public:
    explicit RodSetScanOnDevice(const ScanPlan& plan)
        : RowsScan<Segment>(plan), plan_(plan), set_(plan, make_rod_rows<typename Scan::RowLeg>(plan)) {}

private:
    void launch(RowSegments<Segment>& rows, cudaStream_t stream) override {
        constexpr int per_block = tuning::total_rows_warps;
        const RowTargets<Segment> targets{rows.data(), static_cast<std::uint32_t>(rows.per_slice()), rows.count(),
                                          rows.any_undecided()};
        const std::uint32_t blocks = (rows.count() + per_block - 1) / per_block;
        hexapod_rod_set_rows_kernel<Segment, Scan, per_block>
            <<<blocks, per_block * warp_size, 0, stream>>>(set_.scan(), targets);
    }
    void begin_on_host() override {
        if (!host_) host_ = std::make_unique<HostSolver>(plan_, on_all_cores);
    }
    void append_on_host(int slice, int row, WorkspaceSlice& out) const override {
        host_->append(slice, row, row + 1, out);
    }

    ScanPlan plan_;
    DeviceRodSet<Scan> set_;
    std::unique_ptr<HostSolver> host_;  ///< made when the first row needs it
};

/// Rows and maps, whose copies are the longer ones.
class RowsAndMaps final : public PreparedScan {
public:
    RowsAndMaps(const ScanPlan& plan, std::unique_ptr<PreparedScan> rows)
        : plan_(plan), rows_(std::move(rows)), maps_(make_rod_maps(plan)) {}

    void scan() override {
        maps_->launch();
        rows_->scan();
        maps_->finish();
    }
    void poison(std::uint8_t pattern) override {
        rows_->poison(pattern);
        maps_->poison(pattern);
    }
    std::int64_t unwritten_points() const override { return rows_->unwritten_points() + maps_->unwritten_points(); }
    std::int64_t output_bytes() const override { return rows_->output_bytes() + maps_->output_bytes(); }
    WorkspaceSlice slice(int index) const override { return rows_->slice(index); }
    std::vector<SliceField> fields(int index) const override {
        std::vector<SliceField> fields = empty_fields(plan_);
        maps_->fill(index, fields);
        return fields;
    }

private:
    ScanPlan plan_;
    std::unique_ptr<PreparedScan> rows_;
    std::unique_ptr<SetMap> maps_;
};

/// Calls visit<Segment, Real, Source>() for a plan. Almost every plan takes the first instance; the others are for
/// joints and for grids of very many or very dense columns.
template <class Visit>
auto with_instance(const ScanPlan& plan, const SliderRowsOfPlan& rows, Visit visit) {
    constexpr int jointless_runs = JointlessSliderGeometry::hole_count + 1;
    constexpr int jointed_runs = JointedSliderGeometry::hole_count + 1;
    if (rows.has_joints) return visit.template operator()<RowSegment<jointed_runs, WideRun>, double, JointedSource>();
    if (!rows.single_suffices || plan.columns() > 65536)
        return visit.template operator()<RowSegment<jointless_runs, WideRun>, double, JointlessSource>();
    return visit.template operator()<RowSegment<jointless_runs, NarrowRun>, float, JointlessSource>();
}

/// The same of rows from breakpoints: visit<Segment>().
template <class Visit>
auto with_segment(const ScanPlan& plan, Visit visit) {
    constexpr int most_runs = tuning::max_rotary_runs;
    if (plan.columns() > 65536) return visit.template operator()<RowSegment<most_runs, WideRun>>();
    return visit.template operator()<RowSegment<most_runs, NarrowRun>>();
}

/// Sliders none of whose joints is limited. What others limit is prepared on the host, orientation by orientation.
bool has_jointless_sliders(const ScanPlan& plan) {
    if (!SliderRowSolver::supports(plan)) return false;
    const PosedLegs posed = plan.set->rods_at(0);
    return std::ranges::all_of(posed.legs, [](const auto& leg) {
        const auto slider = std::get<SliderLeg>(leg->form().value());
        return !slider.carriage.is_limited() && !slider.platform.is_limited();
    });
}

class CudaRodEngine final : public Engine {
public:
    std::string_view name() const override { return "cuda-rods"; }
    bool supports(const ScanPlan& plan) const override {
        if (!plan.has_rods() || plan.is_certified() || !(plan.maps.empty() || has_rod_maps(plan))) return false;
        if (RotaryRowSolver::supports(plan)) return true;
        return plan.is_single() ? make_slider_geometry(plan).has_value() : has_jointless_sliders(plan);
    }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        std::unique_ptr<PreparedScan> rows = prepared_rows(plan);
        if (plan.maps.empty()) return rows;
        return std::make_unique<RowsAndMaps>(plan, std::move(rows));
    }
    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        MemoryUse use = set_map_bytes_per_slice(plan);
        use.host_bytes += segment_bytes_per_slice(plan);
        return use;
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    double margin_tolerance(const ScanPlan&) const override { return 0; }

private:
    static std::unique_ptr<PreparedScan> prepared_rows(const ScanPlan& plan) {
        if (!has_slider_rows(plan))
            return with_segment(plan, [&]<class Segment>() { return prepared_from_breakpoints<Segment>(plan); });
        const SliderRowsOfPlan rows = *make_slider_geometry(plan);
        return with_instance(plan, rows,
                             [&]<class Segment, class Real, class Source>() -> std::unique_ptr<PreparedScan> {
                                 return std::make_unique<SliderRowsScan<Segment, Real, Source>>(plan, rows);
                             });
    }
    static std::int64_t segment_bytes_per_slice(const ScanPlan& plan) {
        const auto of_segments = [&](std::size_t bytes) {
            return segments_per_slice(plan) * static_cast<std::int64_t>(bytes);
        };
        if (!has_slider_rows(plan))
            return with_segment(plan, [&]<class Segment>() { return of_segments(sizeof(Segment)); });
        return with_instance(plan, *make_slider_geometry(plan),
                             [&]<class Segment, class Real, class Source>() { return of_segments(sizeof(Segment)); });
    }
    static bool has_slider_rows(const ScanPlan& plan) { return plan.is_single() && !RotaryRowSolver::supports(plan); }

    template <class Segment>
    static std::unique_ptr<PreparedScan> prepared_from_breakpoints(const ScanPlan& plan) {
        using Sliders = SliderSetScan<JointlessSliderLeg, float>;
        if (plan.is_single()) return std::make_unique<RotaryRowsScan<Segment>>(plan);
        if (RotaryRowSolver::supports(plan))
            return std::make_unique<RodSetScanOnDevice<Segment, RotarySetScan<float>, RotaryRowSolver>>(plan);
        return std::make_unique<RodSetScanOnDevice<Segment, Sliders, SliderRowSolver>>(plan);
    }
};

}  // namespace

const Engine* cuda_rod_engine() {
    static const CudaRodEngine engine;
    return &engine;
}

}  // namespace hexscan
