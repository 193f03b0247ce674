#include "src/scan/map_kind.h"
#include "src/scan_cuda/set_maps.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <tbb/parallel_for.h>

#include "kernels/map_kernels.cuh"
#include "src/engines/host_engine.h"
#include "src/scan/plan_fields.h"
#include "src/scan/rows/free_legs.h"
#include "src/scan/rows/host_row_solver.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan/set_reference.h"
#include "src/scan_cuda/clearance_map.cuh"
#include "src/scan_cuda/device_set.cuh"
#include "src/scan_cuda/map_buffer.h"
#include "src/scan_cuda/row_marks.h"
#include "src/scan_cuda/row_segments.h"
#include "src/scan_cuda/scan_cuda_tuning.h"
#include "src/system/all_cores.h"
#include "src/system/waited_tasks.h"

namespace hexscan {
namespace {

constexpr int warps = 2;

unsigned blocks_of(std::uint32_t segments) { return (segments + warps - 1) / warps; }

/// How far every point can be tilted in every direction. It comes home as rings, a byte a point, without the rows above
/// and below that no ring reaches: on these the host writes zeros while the others are copied.
template <class Real, bool wide>
class TiltMap final : public SetMap {
public:
    TiltMap(const ScanPlan& plan, const SetScanData<Real>& data)
        : plan_(plan),
          set_(data),
          start_(make_row_geometry(plan.oriented(plan.set->legs(), middle_of(plan.set->tables())))),
          rings_(plan, true),
          marks_(plan),
          pipeline_(plan.slices()) {}

    void launch() override {
        const auto per_slice = static_cast<std::uint32_t>(segments_per_slice(plan_));
        pipeline_.launch([&](int first, int count, const Stream& stream) {
            const std::uint32_t segments = per_slice * static_cast<std::uint32_t>(count);
            hexapod_tilt_kernel<Real, wide, capacity, warps>
                <<<blocks_of(segments), warps * warp_size, 0, stream.get()>>>(set_.scan(), start_.get(),
                                                                              rings_.device(), per_slice, segments,
                                                                              MapWindow{first, count, marks_.data()});
        });
    }
    void finish() override {
        bring_home();
        pipeline_.finish();
        if (!marks_.any_undecided()) return;
        const HostRowSolver host(plan_, plan_.set->legs(), on_all_cores);
        marks_.settle([&](int slice, int row) {
            const auto columns = static_cast<std::size_t>(plan_.columns());
            host.count_rings(slice, row, {rings_.home(slice) + static_cast<std::size_t>(row) * columns, columns});
        });
    }

    void fill(int slice, std::vector<SliceField>& fields) const override {
        std::vector<float>& tilt = float_values(fields, MapKind::tilt);
        const std::uint8_t* const rings = rings_.home(slice);
        for (std::size_t i = 0; i < tilt.size(); ++i) tilt[i] = tilt_of(*plan_.set, rings[i]);
    }
    void poison(std::uint8_t) override {
        rings_.poison();
        marks_.poison();
    }
    std::int64_t unwritten_points() const override { return rings_.unwritten(); }
    std::int64_t output_bytes() const override { return rings_.bytes(); }

private:
    static constexpr int capacity = wide ? max_wide_runs : max_narrow_runs;

    void bring_home() {
        WaitedTasks clearing;
        pipeline_.copy_when_done([&](int first, int count, const Stream& copies) {
            const RowBand rows = rings_.rows_to_copy(marks_.rows_with_numbers(first, count));
            rings_.copy_home(first, count, rows, copies);
            clearing.run([this, first, count, rows] {
                tbb::parallel_for(first, first + count, [&](int slice) { rings_.clear_other_rows(slice, rows); });
            });
        });
        clearing.wait();
    }

    ScanPlan plan_;
    DeviceSet<Real> set_;
    DeviceValue<RowGeometry> start_;
    MapBuffer<std::uint8_t> rings_;
    RowMarks marks_;
    ChunkPipeline pipeline_;
};

/// At which share of the orientations every point is reachable.
template <class Real, bool wide>
class ShareMap final : public SetMap {
public:
    ShareMap(const ScanPlan& plan, const SetScanData<Real>& data)
        : plan_(plan), set_(data), share_(plan, true), marks_(plan), pipeline_(plan.slices()) {
        for (auto& steps : steps_)
            steps = DeviceBuffer<std::int32_t>(
                static_cast<std::size_t>(std::min(tuning::slices_per_chunk, plan.slices())) *
                static_cast<std::size_t>(plan.rows()) * (static_cast<std::size_t>(plan.columns()) + 1));
    }

    void launch() override {
        const auto per_slice = static_cast<std::uint32_t>(segments_per_slice(plan_));
        std::size_t turn = 0;
        pipeline_.run(
            [&](int first, int count, const Stream& stream) {
                DeviceBuffer<std::int32_t>& steps = steps_[turn];
                turn = (turn + 1) % steps_.size();
                const std::uint32_t segments = per_slice * static_cast<std::uint32_t>(count);
                const std::int64_t rows = std::int64_t{plan_.rows()} * count;
                HEXSCAN_CUDA_CHECK(cudaMemsetAsync(steps.data(), 0, steps.bytes(), stream.get()));
                hexapod_share_steps_kernel<Real, capacity, warps>
                    <<<blocks_of(segments), warps * warp_size, 0, stream.get()>>>(
                        set_.scan(), steps.data(), per_slice, segments, MapWindow{first, count, marks_.data()});
                HEXSCAN_CUDA_CHECK(cudaGetLastError());
                constexpr int threads = 128;
                hexapod_share_kernel<<<static_cast<unsigned>((rows * warp_size + threads - 1) / threads), threads, 0,
                                       stream.get()>>>(steps.data(),
                                                       share_.device() + std::int64_t{first} * plan_.points_per_slice(),
                                                       plan_.columns(), rows, plan_.set->count());
            },
            [&](int first, int count, const Stream& stream) { share_.copy_home(first, count, stream); });
    }
    void finish() override {
        pipeline_.finish();
        marks_.settle([&](int slice, int row) {
            std::vector<std::int32_t> reached(static_cast<std::size_t>(plan_.columns()));
            count_orientations_by_reference(plan_, slice, row, reached);
            std::transform(reached.begin(), reached.end(), share_.home(slice) + std::ptrdiff_t{row} * plan_.columns(),
                           [&](std::int32_t n) { return share_of(n, plan_.set->count()); });
        });
    }

    void fill(int slice, std::vector<SliceField>& fields) const override {
        share_.fill(slice, float_values(fields, MapKind::share));
    }
    void poison(std::uint8_t) override {
        share_.poison();
        marks_.poison();
    }
    std::int64_t unwritten_points() const override { return share_.unwritten(); }
    std::int64_t output_bytes() const override { return share_.bytes(); }

private:
    static constexpr int capacity = wide ? max_wide_runs : max_narrow_runs;

    ScanPlan plan_;
    DeviceSet<Real> set_;
    std::array<DeviceBuffer<std::int32_t>, 3> steps_;  ///< as many as the pipeline has streams for kernels
    MapBuffer<float> share_;
    RowMarks marks_;
    ChunkPipeline pipeline_;
};

/// How close to 0 rounding leaves in doubt on which side of 0 the reference test sees a clearance.
double doubtful_clearance_m(const SetScanData<double>& data) {
    double largest_m = 0;
    for (const BoundLeg<double>& leg : data.scan.bounds) largest_m = std::max(largest_m, leg.margin_m);
    return largest_m;
}

TiltLimit<float> to_float(const TiltLimit<double>& limit) {
    return {static_cast<float>(limit.sine), static_cast<float>(limit.cosine), limit.limited};
}

ClearanceScan clearance_scan(const ScanPlan& plan, const SetScanData<double>& data) {
    ClearanceScan scan{};
    scan.exact = plan.oriented().geometry;
    const ScanGeometry<double> seen = seen_from_the_middle(scan.exact);
    scan.geometry = to_float(seen);
    double longest_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const LegLimits<double>& limits = plan.set->limits()[i];
        scan.exact_limits[i] = limits;
        scan.limits[i] = {static_cast<float>(limits.min_length_m), static_cast<float>(limits.max_length_m),
                          to_float(limits.base), to_float(limits.platform)};
        if (limits.max_length_m < unlimited_length_m) longest_m = std::max(longest_m, limits.max_length_m);
    }
    scan.doubt_m = doubtful_clearance_m(data);
    // Some thirty roundings of either clearance, of numbers no larger than what a leg reaches or is long.
    scan.window_m = static_cast<float>(128 * double{unit_roundoff<float>} * (extent_m(seen) + longest_m));
    scan.block_radius_m = std::nextafter(static_cast<float>(block_radius_m(plan)), INFINITY);
    return scan;
}

class ClearanceMap final : public ClearanceMapBase {
public:
    ClearanceMap(const ScanPlan& plan, const SetScanData<double>& data)
        : ClearanceMapBase(plan), scan_(clearance_scan(plan, data)) {}

protected:
    void launch_chunk(int first, int count, const Stream& stream) override {
        constexpr int warps_per_block = 4;
        const BlocksOfWarps blocks(plan_, count, warps_per_block);
        hexapod_clearance_kernel<warps_per_block>
            <<<blocks.grid, warps_per_block * warp_size, 0, stream.get()>>>(scan_, maps(), first, blocks.per_row);
    }

private:
    ClearanceScan scan_;
};

class SetClearanceMap final : public ClearanceMapBase {
public:
    SetClearanceMap(const ScanPlan& plan, const SetScanData<double>& data)
        : ClearanceMapBase(plan), set_(data), scan_(device_scan(plan)), window_m_(doubtful_clearance_m(data)) {}

protected:
    void launch_chunk(int first, int count, const Stream& stream) override {
        constexpr int threads = 128;
        const dim3 blocks(static_cast<unsigned>((plan_.columns() + threads - 1) / threads),
                          static_cast<unsigned>(plan_.rows()), static_cast<unsigned>(count));
        hexapod_set_clearance_kernel<threads>
            <<<blocks, threads, 0, stream.get()>>>(scan_.get(), maps(), first, window_m_);
    }

private:
    SetClearanceScan device_scan(const ScanPlan& plan) const {
        SetClearanceScan scan{set_.scan(), {}, middle_of(plan.set->tables())};
        for (std::size_t i = 0; i < leg_count; ++i) scan.limits[i] = plan.set->limits()[i];
        return scan;
    }

    DeviceSet<double> set_;
    DeviceValue<SetClearanceScan> scan_;
    double window_m_;
};

/// Calls make<Real, wide>(data) in the precision that the plan needs; null where none serves.
template <template <class, bool> class Map>
std::unique_ptr<SetMap> make_row_map(const ScanPlan& plan) {
    SetScanData<float> single;
    prepare_set_scan(plan, plan.set->legs(), single);
    if (single.solvable && !single.wide) return std::make_unique<Map<float, false>>(plan, single);
    SetScanData<double> full;
    prepare_set_scan(plan, plan.set->legs(), full);
    if (full.wide) return std::make_unique<Map<double, true>>(plan, full);
    return std::make_unique<Map<double, false>>(plan, full);
}

}  // namespace

std::vector<std::unique_ptr<SetMap>> make_set_maps(const ScanPlan& plan) {
    std::vector<std::unique_ptr<SetMap>> maps;
    if (plan.asks_for(MapKind::tilt)) maps.push_back(make_row_map<TiltMap>(plan));
    if (plan.asks_for(MapKind::share)) maps.push_back(make_row_map<ShareMap>(plan));
    if (!plan.asks_for(MapKind::clearance) && !plan.asks_for(MapKind::limit)) return maps;
    SetScanData<double> full;
    prepare_set_scan(plan, plan.set->legs(), full);
    if (plan.is_single())
        maps.push_back(std::make_unique<ClearanceMap>(plan, full));
    else
        maps.push_back(std::make_unique<SetClearanceMap>(plan, full));
    return maps;
}

bool is_map_of_device(MapKind map) {
    switch (map) {
        case MapKind::clearance:
        case MapKind::limit:
        case MapKind::tilt:
        case MapKind::share: return true;
        default: return false;
    }
}

MemoryUse set_map_bytes_per_slice(const ScanPlan& plan) {
    std::int64_t bytes = 0;
    if (plan.asks_for(MapKind::tilt)) bytes += 1;
    if (plan.asks_for(MapKind::share)) bytes += 4;
    if (plan.asks_for(MapKind::clearance)) bytes += 4;
    if (plan.asks_for(MapKind::limit)) bytes += 1;
    bytes *= plan.points_per_slice();
    if (plan.asks_for(MapKind::tilt)) bytes += plan.rows() * std::int64_t{sizeof(RowMark)};
    if (plan.asks_for(MapKind::share)) bytes += plan.rows() * std::int64_t{sizeof(RowMark)};
    const std::int64_t steps =
        plan.asks_for(MapKind::share) ? 3 * std::int64_t{plan.rows()} * (plan.columns() + 1) * 4 : 0;
    return {bytes + field_bytes_per_slice(plan), bytes + steps};
}

}  // namespace hexscan
