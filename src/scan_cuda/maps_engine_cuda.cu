#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "src/device/devices.h"
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/cuda_engines.h"
#include "src/scan_cuda/maps/shared_maps.h"

namespace hexscan {
namespace {

ScanPlan without_shared_maps(const ScanPlan& plan) {
    ScanPlan rest = plan;
    std::erase_if(rest.maps, [&](MapKind map) { return is_shared_map_of_device(plan, map); });
    return rest;
}

/// Computes the maps of shared_maps.h, while another engine scans the rest of the plan.
class MappedScan final : public PreparedScan {
public:
    explicit MappedScan(const ScanPlan& plan)
        : plan_(plan), rest_plan_(without_shared_maps(plan)), maps_(make_shared_maps(plan)) {
        rest_ = cuda_engine_for(rest_plan_)->prepare(rest_plan_);
    }

    void scan() override {
        // The maps are launched first, because their copies take longest. Those of a set are complete then.
        for (const auto& map : maps_) map->launch();
        rest_->scan();
        for (const auto& map : maps_) map->finish();
    }
    void poison(std::uint8_t pattern) override {
        rest_->poison(pattern);
        for (const auto& map : maps_) map->poison(pattern);
    }
    std::int64_t unwritten_points() const override {
        std::int64_t points = rest_->unwritten_points();
        for (const auto& map : maps_) points += map->unwritten_points();
        return points;
    }
    std::int64_t output_bytes() const override {
        std::int64_t bytes = rest_->output_bytes();
        for (const auto& map : maps_) bytes += map->output_bytes();
        return bytes;
    }
    std::int64_t rows_of_host() const override {
        std::int64_t rows = rest_->rows_of_host();
        for (const auto& map : maps_) rows += map->rows_of_host();
        return rows;
    }
    WorkspaceSlice slice(int index) const override { return rest_->slice(index); }
    WorkspaceSlice proved(int index) const override { return rest_->proved(index); }
    std::vector<SliceField> fields(int index) const override {
        std::vector<SliceField> fields = empty_fields(plan_);
        for (SliceField& of_rest : rest_->fields(index))
            *std::ranges::find(fields, of_rest.name, &SliceField::name) = std::move(of_rest);
        for (const auto& map : maps_) map->fill(index, fields);
        return fields;
    }

private:
    ScanPlan plan_, rest_plan_;
    std::vector<std::unique_ptr<SetMap>> maps_;
    std::unique_ptr<PreparedScan> rest_;
};

class CudaMapsEngine final : public Engine {
public:
    std::string_view name() const override { return "cuda-maps"; }
    bool supports(const ScanPlan& plan) const override {
        const ScanPlan rest = without_shared_maps(plan);
        return rest.maps.size() < plan.maps.size() && cuda_engine_for(rest) != nullptr;
    }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        return std::make_unique<MappedScan>(plan);
    }
    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        const ScanPlan rest = without_shared_maps(plan);
        MemoryUse use = cuda_engine_for(rest)->memory_per_slice(rest);
        const MemoryUse maps = shared_map_bytes_per_slice(plan);
        use.host_bytes += maps.host_bytes + field_bytes_per_slice(plan) - field_bytes_per_slice(rest);
        use.device_bytes += maps.device_bytes;
        return use;
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    /// The maps of a set prepare each orientation once for all slices of a slab.
    int slab_slices(const ScanPlan& plan) const override {
        return plan.is_single() ? Engine::slab_slices(plan) : plan.slices();
    }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
};

}  // namespace

const Engine* cuda_maps_engine() {
    static const CudaMapsEngine engine;
    return &engine;
}

}  // namespace hexscan
