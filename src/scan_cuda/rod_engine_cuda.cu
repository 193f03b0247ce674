#include "src/scan_cuda/cuda_engines.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/rotary_rows_kernel.cuh"
#include "kernels/slider_rows_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/scan/plan_fields.h"
#include "src/scan/rows/cpu_slider_rows.h"
#include "src/scan/rows/rod_row_solver.h"
#include "src/scan_cuda/device_set.cuh"
#include "src/scan_cuda/maps/rod_maps.h"
#include "src/scan_cuda/rod_sets.h"
#include "src/scan_cuda/row_segments.h"
#include "src/scan_cuda/rows_scan.cuh"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {
namespace {

constexpr int warps = tuning::slider_rows_warps;

/// The geometry as the kernel receives it. Without joints it is small enough to be a kernel argument.
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
    /// The reference decides rows that touch the border of a limit.
    void append_on_host(int slice, int row, WorkspaceSlice& out) const override {
        host_.append_exact_row(slice, row, out);
    }

    HeldSource source_;
    SliderRows host_;
};

template <class Segment, class RowLeg>
class RotaryRowsScan final : public RowsScan<Segment> {
public:
    explicit RotaryRowsScan(const ScanPlan& plan)
        : RowsScan<Segment>(plan), host_(plan), geometry_(make_rod_rows<RowLeg>(plan).middle) {}

private:
    void launch(RowSegments<Segment>& rows, cudaStream_t stream) override {
        constexpr int per_block = tuning::rotary_rows_warps;
        const std::uint32_t blocks = (rows.count() + per_block - 1) / per_block;
        hexapod_rotary_rows_kernel<Segment, RowLeg, per_block><<<blocks, per_block * warp_size, 0, stream>>>(
            geometry_.get(), rows.data(), static_cast<std::uint32_t>(rows.per_slice()), rows.count(),
            rows.any_undecided());
    }
    void append_on_host(int slice, int row, WorkspaceSlice& out) const override {
        host_.append(slice, row, row + 1, out);
    }

    RotaryRowSolver host_;
    DeviceValue<RodGeometry<RowLeg>> geometry_;
};

/// Computes rows and maps. The maps are started first, because their copies take longer.
class RowsAndMaps final : public PreparedScan {
public:
    RowsAndMaps(const ScanPlan& plan, std::unique_ptr<PreparedScan> rows)
        : plan_(plan), rows_(std::move(rows)), maps_(made_maps(plan)) {}

    void scan() override {
        for (const auto& map : maps_) map->launch();
        rows_->scan();
        for (const auto& map : maps_) map->finish();
    }
    void poison(std::uint8_t pattern) override {
        rows_->poison(pattern);
        for (const auto& map : maps_) map->poison(pattern);
    }
    std::int64_t unwritten_points() const override {
        std::int64_t points = rows_->unwritten_points();
        for (const auto& map : maps_) points += map->unwritten_points();
        return points;
    }
    std::int64_t output_bytes() const override {
        std::int64_t bytes = rows_->output_bytes();
        for (const auto& map : maps_) bytes += map->output_bytes();
        return bytes;
    }
    WorkspaceSlice slice(int index) const override { return rows_->slice(index); }
    std::vector<SliceField> fields(int index) const override {
        std::vector<SliceField> fields = empty_fields(plan_);
        for (const auto& map : maps_) map->fill(index, fields);
        return fields;
    }

private:
    static std::vector<std::unique_ptr<SetMap>> made_maps(const ScanPlan& plan) {
        if (!plan.is_single()) return make_rod_set_maps(plan);
        std::vector<std::unique_ptr<SetMap>> maps;
        maps.push_back(make_rod_maps(plan));
        return maps;
    }

    ScanPlan plan_;
    std::unique_ptr<PreparedScan> rows_;
    std::vector<std::unique_ptr<SetMap>> maps_;
};

/// Calls visit<Segment, Real, Source>() with the types that suit a plan. Almost every plan uses the last call below.
/// The others are for limited joints, and for grids with very many or very dense columns.
template <class Visit>
auto with_instance(const ScanPlan& plan, const SliderRowsOfPlan& rows, Visit visit) {
    constexpr int jointless_runs = JointlessSliderGeometry::hole_count + 1;
    constexpr int jointed_runs = JointedSliderGeometry::hole_count + 1;
    if (rows.has_joints) return visit.template operator()<RowSegment<jointed_runs, WideRun>, double, JointedSource>();
    if (!rows.single_suffices || plan.columns() > 65536)
        return visit.template operator()<RowSegment<jointless_runs, WideRun>, double, JointlessSource>();
    return visit.template operator()<RowSegment<jointless_runs, NarrowRun>, float, JointlessSource>();
}

class CudaRodEngine final : public Engine {
public:
    std::string_view name() const override { return "cuda-rods"; }
    bool supports(const ScanPlan& plan) const override {
        if (!plan.has_rods() || plan.is_certified()) return false;
        if (!plan.is_single()) return std::ranges::all_of(plan.maps, is_counted) && has_rod_set_rows(plan);
        if (!plan.maps.empty() && !has_rod_maps(plan)) return false;
        return RotaryRowSolver::supports(plan) || make_slider_geometry(plan).has_value();
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
        if (!plan.is_single()) return make_rod_set_rows(plan);
        if (RotaryRowSolver::supports(plan))
            return with_whole_rod_segment(plan, [&]<class Segment>() -> std::unique_ptr<PreparedScan> {
                if (has_limited_joints(plan)) return std::make_unique<RotaryRowsScan<Segment, RotaryRowLeg>>(plan);
                return std::make_unique<RotaryRowsScan<Segment, JointlessRotaryRowLeg>>(plan);
            });
        const SliderRowsOfPlan rows = *make_slider_geometry(plan);
        return with_instance(plan, rows,
                             [&]<class Segment, class Real, class Source>() -> std::unique_ptr<PreparedScan> {
                                 return std::make_unique<SliderRowsScan<Segment, Real, Source>>(plan, rows);
                             });
    }
    static std::int64_t segment_bytes_per_slice(const ScanPlan& plan) {
        const auto of_segments = [&]<class Segment>() {
            return segments_per_slice(plan, Segment::rows) * static_cast<std::int64_t>(sizeof(Segment));
        };
        if (!plan.is_single() || RotaryRowSolver::supports(plan)) return with_rod_segment(plan, of_segments);
        return with_instance(plan, *make_slider_geometry(plan), [&]<class Segment, class Real, class Source>() {
            return of_segments.template operator()<Segment>();
        });
    }
};

}  // namespace

const Engine* cuda_rod_engine() {
    static const CudaRodEngine engine;
    return &engine;
}

}  // namespace hexscan
