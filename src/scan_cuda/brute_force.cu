#include <algorithm>

#include <tbb/parallel_for.h>

#include "kernels/brute_force.cuh"
#include "kernels/warp.h"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/engines/host_engine.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/cuda_engines.h"
#include "src/scan_cuda/device_set.cuh"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {
namespace {

constexpr int threads = tuning::brute_force_points;

BruteForceScan brute_force_scan(const ScanPlan& plan, const FreeLegs& legs, const OrientationTables& device_tables) {
    BruteForceScan scan{};
    scan.x = plan.x;
    scan.y = plan.y;
    scan.z = plan.z;
    scan.set = device_tables;
    scan.inclusive = plan.workspace == WorkspaceKind::inclusive;
    for (std::size_t i = 0; i < leg_count; ++i) {
        scan.legs[i] = legs[i];
        scan.limits[i] = plan.set->limits()[i];
    }
    return scan;
}

/// The results of one slice, on the device and on the host.
struct SliceAnswers {
    explicit SliceAnswers(const ScanPlan& plan)
        : points(static_cast<std::size_t>(plan.points_per_slice())),
          reachable(points),
          everywhere(plan.asks_for(MapKind::clearance) ? points : 0),
          rings(plan.asks_for(MapKind::tilt) ? points : 0),
          reached_at(plan.asks_for(MapKind::share) ? points : 0),
          clearance_m(plan.asks_for(MapKind::clearance) ? points : 0),
          limit(plan.asks_for(MapKind::limit) ? points : 0) {}

    BruteForceAnswers pointers(bool with_maps) {
        if (!with_maps) return {reachable.data(), nullptr, nullptr, nullptr, nullptr, nullptr};
        return {reachable.data(), everywhere.data(), rings.data(), reached_at.data(), clearance_m.data(), limit.data()};
    }

    std::size_t points;
    DeviceBuffer<std::uint8_t> reachable, everywhere, rings;
    DeviceBuffer<std::uint32_t> reached_at;
    DeviceBuffer<double> clearance_m;
    DeviceBuffer<std::uint8_t> limit;
};

template <class Number>
std::vector<Number> at_home(const DeviceBuffer<Number>& buffer) {
    std::vector<Number> values(buffer.size());
    HEXSCAN_CUDA_CHECK(cudaMemcpy(values.data(), buffer.data(), buffer.bytes(), cudaMemcpyDeviceToHost));
    return values;
}

class BruteForce final : public PreparedScan {
public:
    explicit BruteForce(const ScanPlan& plan) : plan_(plan) {}

    void scan() override {
        slices_.clear();
        proved_.clear();
        fields_.clear();
        const DeviceTables tables(plan_.set->tables());
        SliceAnswers answers(plan_);
        for (int slice = 0; slice < plan_.slices(); ++slice) {
            slices_.push_back(ask(plan_.set->legs(), slice, tables, answers, true));
            fields_.push_back(maps(answers));
            fill_by_definition(slice, fields_.back());
            std::vector<Workspace> parts;
            for (const FreeLegs& legs : plan_.set->proof_parts())
                parts.push_back({ask(legs, slice, tables, answers, false)});
            proved_.push_back(parts.empty() ? WorkspaceSlice{} : intersection(parts).front());
        }
    }

    void poison(std::uint8_t) override { slices_.clear(); }
    std::int64_t unwritten_points() const override {
        return (plan_.slices() - static_cast<std::int64_t>(slices_.size())) * plan_.points_per_slice();
    }
    WorkspaceSlice slice(int index) const override { return slices_[static_cast<std::size_t>(index)]; }
    WorkspaceSlice proved(int index) const override { return proved_[static_cast<std::size_t>(index)]; }
    std::vector<SliceField> fields(int index) const override { return fields_[static_cast<std::size_t>(index)]; }

private:
    WorkspaceSlice ask(const FreeLegs& legs, int slice, const DeviceTables& tables, SliceAnswers& answers,
                       bool with_maps) const {
        const dim3 blocks(static_cast<unsigned>((plan_.columns() + threads - 1) / threads),
                          static_cast<unsigned>(plan_.rows()), 1);
        hexapod_brute_force_kernel<threads>
            <<<blocks, threads>>>(brute_force_scan(plan_, legs, tables.tables()), answers.pointers(with_maps), slice);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        const std::vector<std::uint8_t> reachable = at_home(answers.reachable);
        WorkspaceSlice runs;
        for (int row = 0; row < plan_.rows(); ++row)
            append_row_from_bytes(
                std::span(reachable).subspan(static_cast<std::size_t>(row) * static_cast<std::size_t>(plan_.columns()),
                                             static_cast<std::size_t>(plan_.columns())),
                runs);
        return runs;
    }

    std::vector<SliceField> maps(const SliceAnswers& answers) const {
        std::vector<SliceField> fields = empty_fields(plan_);
        if (plan_.asks_for(MapKind::tilt)) {
            const std::vector<std::uint8_t> rings = at_home(answers.rings);
            std::transform(rings.begin(), rings.end(), float_values(fields, MapKind::tilt).begin(),
                           [&](std::uint8_t n) { return tilt_of(*plan_.set, n); });
        }
        if (plan_.asks_for(MapKind::share)) {
            const std::vector<std::uint32_t> reached = at_home(answers.reached_at);
            std::transform(reached.begin(), reached.end(), float_values(fields, MapKind::share).begin(),
                           [&](std::uint32_t n) { return share_of(n, plan_.set->count()); });
        }
        if (plan_.asks_for(MapKind::limit)) byte_values(fields, MapKind::limit) = at_home(answers.limit);
        if (plan_.asks_for(MapKind::clearance)) fill_clearance(answers, float_values(fields, MapKind::clearance));
        return fields;
    }

    /// In an inclusive workspace, too, the sign says whether all orientations are reachable: the clearance is that of
    /// the worst orientation.
    void fill_clearance(const SliceAnswers& answers, std::vector<float>& values) const {
        const std::vector<double> clearance_m = at_home(answers.clearance_m);
        const std::vector<std::uint8_t> everywhere = at_home(answers.everywhere);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = mapped_clearance(clearance_m[i], everywhere[i] != 0);
    }

    /// Maps that need more facts about the machine than its legs are computed on the host.
    void fill_by_definition(int slice, std::vector<SliceField>& fields) const {
        for (const MapKind map : plan_.maps)
            if (definition_of(map).asks_the_machine)
                tbb::parallel_for(0, plan_.rows(),
                                  [&](int row) { definition_of(map).fill_row(plan_, slice, row, fields); });
    }

    ScanPlan plan_;
    Workspace slices_, proved_;
    std::vector<std::vector<SliceField>> fields_;
};

class BruteForceEngine final : public Engine {
public:
    std::string_view name() const override { return "brute-force"; }
    bool supports(const ScanPlan& plan) const override {
        return plan.rows() <= max_blocks_yz && plan.has_closed_form();
    }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        return std::make_unique<BruteForce>(plan);
    }
    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        const std::int64_t runs = plan.rows() * static_cast<std::int64_t>(sizeof(std::int32_t) + 2 * sizeof(Run));
        return {2 * runs + 2 * field_bytes_per_slice(plan), 32 * plan.points_per_slice()};
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
};

}  // namespace

const Engine* cuda_brute_force_engine() {
    static const BruteForceEngine engine;
    return &engine;
}

}  // namespace hexscan
