#include <algorithm>
#include <utility>

#include "kernels/warp.h"
#include "src/device/devices.h"
#include "src/engines/host_engine.h"
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/cuda_engines.h"
#include "src/scan_cuda/maps/set_maps.h"
#include "src/scan_cuda/set_rows.h"

namespace hexscan {
namespace {

class SetScanOnDevice final : public PreparedScan {
public:
    explicit SetScanOnDevice(const ScanPlan& plan)
        : plan_(plan), rows_(make_set_rows(plan, plan.set->legs())), maps_(make_set_maps(plan)) {
        for (const FreeLegs& legs : plan.set->proof_parts()) proof_.push_back(make_set_rows(plan, legs));
    }

    void scan() override {
        rows_->launch();
        for (const auto& part : proof_) part->launch();
        for (const auto& map : maps_) map->launch();
        // The maps finish first: their copies take longest, and some of these copies start only here.
        for (const auto& map : maps_) map->finish();
        rows_->finish();
        for (const auto& part : proof_) part->finish();
    }

    void poison(std::uint8_t pattern) override {
        rows_->poison(pattern);
        for (const auto& part : proof_) part->poison(pattern);
        for (const auto& map : maps_) map->poison(pattern);
    }
    std::int64_t unwritten_points() const override {
        std::int64_t points = rows_->unwritten_points();
        for (const auto& part : proof_) points += part->unwritten_points();
        for (const auto& map : maps_) points += map->unwritten_points();
        return points;
    }
    std::int64_t output_bytes() const override {
        std::int64_t bytes = rows_->output_bytes();
        for (const auto& part : proof_) bytes += part->output_bytes();
        for (const auto& map : maps_) bytes += map->output_bytes();
        return bytes;
    }

    WorkspaceSlice slice(int index) const override { return rows_->slice(index); }
    WorkspaceSlice proved(int index) const override {
        std::vector<Workspace> parts;
        for (const auto& part : proof_) parts.push_back({part->slice(index)});
        return parts.empty() ? WorkspaceSlice{} : intersection(parts).front();
    }
    std::vector<SliceField> fields(int index) const override {
        std::vector<SliceField> fields = empty_fields(plan_);
        for (const auto& map : maps_) map->fill(index, fields);
        return fields;
    }

private:
    ScanPlan plan_;
    std::unique_ptr<SetRows> rows_;
    std::vector<std::unique_ptr<SetRows>> proof_;
    std::vector<std::unique_ptr<SetMap>> maps_;
};

class CudaSetEngine final : public Engine {
public:
    std::string_view name() const override { return "cuda-sets"; }
    bool supports(const ScanPlan& plan) const override {
        return plan.has_closed_form() && plan.rows() <= max_blocks_yz &&
               std::ranges::all_of(plan.maps, is_map_of_device) && has_set_rows(plan, plan.set->legs()) &&
               std::ranges::all_of(plan.set->proof_parts(),
                                   [&](const FreeLegs& legs) { return has_set_rows(plan, legs); });
    }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        return std::make_unique<SetScanOnDevice>(plan);
    }
    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        MemoryUse use = set_map_bytes_per_slice(plan);
        const MemoryUse rows = set_rows_bytes_per_slice(plan);
        const auto parts = static_cast<int>(1 + plan.set->proof_parts().size());
        use.host_bytes += rows.host_bytes * parts;
        use.device_bytes += rows.device_bytes * parts;
        return use;
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
};

}  // namespace

const Engine* cuda_set_engine() {
    static const CudaSetEngine engine;
    return &engine;
}

}  // namespace hexscan
