#include "src/scan_cuda/cuda_engines.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "src/device/devices.h"
#include "src/machine/legs/telescope_parts.h"
#include "src/scan/rows/runs.h"
#include "src/scan_cuda/set_rows.h"

namespace hexscan {
namespace {

/// The parts are sets of six legs that are together equivalent to the machine's legs (telescope_parts.h). A position is
/// in the total workspace if it is in the total workspace of every part.
class TelescopeScan final : public PreparedScan {
public:
    explicit TelescopeScan(const ScanPlan& plan) {
        for (const FreeLegs& legs : telescope_parts(plan.set->machine())) parts_.push_back(make_set_rows(plan, legs));
    }

    void scan() override {
        for (const auto& part : parts_) part->launch();
        for (const auto& part : parts_) part->finish();
    }
    void poison(std::uint8_t pattern) override {
        for (const auto& part : parts_) part->poison(pattern);
    }
    std::int64_t unwritten_points() const override {
        std::int64_t points = 0;
        for (const auto& part : parts_) points += part->unwritten_points();
        return points;
    }
    std::int64_t output_bytes() const override {
        std::int64_t bytes = 0;
        for (const auto& part : parts_) bytes += part->output_bytes();
        return bytes;
    }
    WorkspaceSlice slice(int index) const override {
        std::vector<Workspace> slices;
        for (const auto& part : parts_) slices.push_back({part->slice(index)});
        return intersection(slices).front();
    }

private:
    std::vector<std::unique_ptr<SetRows>> parts_;
};

class CudaTelescopeEngine final : public Engine {
public:
    std::string_view name() const override { return "cuda-telescopes"; }
    bool supports(const ScanPlan& plan) const override {
        if (!plan.has_rods() || !plan.set->machine().is_telescopic()) return false;
        if (plan.has_shared_limits() || plan.is_certified() || !plan.maps.empty()) return false;
        if (plan.workspace == WorkspaceKind::inclusive) return false;
        return std::ranges::all_of(telescope_parts(plan.set->machine()),
                                   [&](const FreeLegs& legs) { return has_set_rows(plan, legs); });
    }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        return std::make_unique<TelescopeScan>(plan);
    }
    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        const auto parts = static_cast<int>(telescope_parts(plan.set->machine()).size());
        const MemoryUse rows = set_rows_bytes_per_slice(plan);
        return {rows.host_bytes * parts, rows.device_bytes * parts};
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
};

}  // namespace

const Engine* cuda_telescope_engine() {
    static const CudaTelescopeEngine engine;
    return &engine;
}

}  // namespace hexscan
