#include "src/scan/map_kind.h"
#include "src/scan_cuda/maps/set_maps.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "kernels/clearance_map_kernels.cuh"
#include "src/engines/host_engine.h"
#include "src/scan/plan_fields.h"
#include "src/scan/rows/free_legs.h"
#include "src/scan/rows/host_row_solver.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan_cuda/device_set.cuh"
#include "src/scan_cuda/maps/clearance_map.cuh"
#include "src/scan_cuda/maps/row_maps.cuh"
#include "src/scan_cuda/scan_cuda_tuning.h"
#include "src/system/all_cores.h"

namespace hexscan {
namespace {

template <bool wide>
inline constexpr int row_capacity = wide ? max_wide_runs : max_narrow_runs;

/// The rows of a set of telescopic legs on the device, with the solver for them.
template <class Real, bool wide>
class TelescopicSet {
public:
    TelescopicSet(const ScanPlan& plan, const SetScanData<Real>& data)
        : set_(data), start_(make_row_geometry(plan.oriented(plan.set->legs(), middle_of(plan.set->tables())))) {}
    TelescopicSetRows<Real, wide> rows() const { return {set_.scan(), start_.get()}; }

private:
    DeviceSet<Real> set_;
    DeviceValue<RowGeometry> start_;
};

template <class Real, bool wide>
class TelescopicTiltMap final : public TiltMap<TelescopicSetRows<Real, wide>, row_capacity<wide>> {
public:
    TelescopicTiltMap(const ScanPlan& plan, const SetScanData<Real>& data)
        : TiltMap<TelescopicSetRows<Real, wide>, row_capacity<wide>>(plan), set_(plan, data) {}

private:
    TelescopicSetRows<Real, wide> rows() const override { return set_.rows(); }
    void begin_on_host() override {
        if (!host_) host_ = std::make_unique<HostRowSolver>(this->plan_, this->plan_.set->legs(), on_all_cores);
    }
    void count_rings(int slice, int row, std::span<std::uint8_t> rings) const override {
        host_->count_rings(slice, row, rings);
    }

    TelescopicSet<Real, wide> set_;
    std::unique_ptr<HostRowSolver> host_;  ///< made when the host has to solve a first row
};

template <class Real, bool wide>
class TelescopicShareMap final : public ShareMap<TelescopicSetRows<Real, wide>, row_capacity<wide>> {
public:
    TelescopicShareMap(const ScanPlan& plan, const SetScanData<Real>& data)
        : ShareMap<TelescopicSetRows<Real, wide>, row_capacity<wide>>(plan), set_(plan, data) {}

private:
    TelescopicSetRows<Real, wide> rows() const override { return set_.rows(); }

    TelescopicSet<Real, wide> set_;
};

/// A clearance closer to 0 than this may have the wrong sign, because the reference's own test rounds, too.
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
    // Two clearances that are compared have errors of about thirty roundings each. The rounded numbers are at most as
    // large as a leg's reach or its longest length.
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
        constexpr int warps = tuning::clearance_warps;
        const BlocksOfWarps blocks(plan_, count, warps);
        hexapod_clearance_kernel<warps>
            <<<blocks.grid, warps * warp_size, 0, stream.get()>>>(scan_, maps(), first, blocks.per_row);
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
        constexpr int threads = tuning::set_clearance_points;
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

/// Makes a Map<Real, wide> with the precision that the plan needs.
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

std::unique_ptr<SetMap> make_clearance_maps(const ScanPlan& plan) {
    SetScanData<double> data;
    prepare_set_scan(plan, plan.set->legs(), data);
    if (plan.is_single()) return std::make_unique<ClearanceMap>(plan, data);
    return std::make_unique<SetClearanceMap>(plan, data);
}

MemoryUse on_both(std::int64_t bytes) { return {bytes, bytes}; }
std::int64_t mark_bytes(const ScanPlan& plan) { return plan.rows() * std::int64_t{sizeof(RowMark)}; }

MemoryUse tilt_bytes(const ScanPlan& plan) { return on_both(plan.points_per_slice() + mark_bytes(plan)); }
MemoryUse share_bytes(const ScanPlan& plan) {
    MemoryUse use = on_both(4 * plan.points_per_slice() + mark_bytes(plan));
    use.device_bytes += tuning::streams_of_map * std::int64_t{plan.rows()} * (plan.columns() + 1) * 4;
    return use;
}
MemoryUse clearance_bytes(const ScanPlan& plan) { return on_both(4 * plan.points_per_slice()); }
MemoryUse limit_bytes(const ScanPlan& plan) { return on_both(plan.points_per_slice()); }

/// A map for which there are kernels, and the function that makes it. If neighbours in the list have the same function,
/// one call makes both.
struct MapOfDevice {
    MapKind map;
    std::unique_ptr<SetMap> (*make)(const ScanPlan& plan);  ///< for telescopic legs
    MemoryUse (*bytes_per_slice)(const ScanPlan& plan);     ///< for all legs
};

constexpr MapOfDevice maps_of_device[]{
    {MapKind::tilt, make_row_map<TelescopicTiltMap>, tilt_bytes},
    {MapKind::share, make_row_map<TelescopicShareMap>, share_bytes},
    {MapKind::clearance, make_clearance_maps, clearance_bytes},
    {MapKind::limit, make_clearance_maps, limit_bytes},
};

}  // namespace

std::vector<std::unique_ptr<SetMap>> make_set_maps(const ScanPlan& plan) {
    std::vector<std::unique_ptr<SetMap>> maps;
    decltype(MapOfDevice::make) made = nullptr;
    for (const MapOfDevice& map : maps_of_device) {
        if (!plan.asks_for(map.map) || map.make == made) continue;
        maps.push_back(map.make(plan));
        made = map.make;
    }
    return maps;
}

bool is_map_of_device(MapKind map) {
    return std::ranges::find(maps_of_device, map, &MapOfDevice::map) != std::end(maps_of_device);
}

MemoryUse set_map_bytes_per_slice(const ScanPlan& plan) {
    MemoryUse all{field_bytes_per_slice(plan), 0};
    for (const MapOfDevice& map : maps_of_device) {
        if (!plan.asks_for(map.map)) continue;
        const MemoryUse use = map.bytes_per_slice(plan);
        all.host_bytes += use.host_bytes;
        all.device_bytes += use.device_bytes;
    }
    return all;
}

}  // namespace hexscan
