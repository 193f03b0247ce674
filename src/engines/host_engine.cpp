#include "src/engines/host_engine.h"

#include <algorithm>
#include <utility>

#include "src/scan/plan_fields.h"

namespace hexscan {
namespace {

class HostScan final : public PreparedScan {
public:
    HostScan(const ScanPlan& plan, HostEngine::ScanFunction function) : plan_(plan), scan_(function) {}

    void scan() override { result_ = scan_(plan_); }
    void poison(std::uint8_t) override { result_ = {}; }
    std::int64_t unwritten_points() const override {
        const auto missing =
            static_cast<std::int64_t>(plan_.slices()) - static_cast<std::int64_t>(result_.workspace.size());
        return missing * plan_.points_per_slice();
    }
    WorkspaceSlice slice(int index) const override { return result_.workspace[static_cast<std::size_t>(index)]; }
    std::vector<SliceField> fields(int index) const override {
        return result_.fields.empty() ? std::vector<SliceField>{} : result_.fields[static_cast<std::size_t>(index)];
    }
    WorkspaceSlice take_slice(int index) override {
        return std::move(result_.workspace[static_cast<std::size_t>(index)]);
    }
    std::vector<SliceField> take_fields(int index) override {
        return result_.fields.empty() ? std::vector<SliceField>{}
                                      : std::move(result_.fields[static_cast<std::size_t>(index)]);
    }
    WorkspaceSlice proved(int index) const override {
        return result_.proved.empty() ? WorkspaceSlice{} : result_.proved[static_cast<std::size_t>(index)];
    }

private:
    ScanPlan plan_;
    HostEngine::ScanFunction scan_;
    ScanResult result_;
};

}  // namespace

std::unique_ptr<PreparedScan> HostEngine::prepare(const ScanPlan& plan) const {
    return std::make_unique<HostScan>(plan, scan_);
}

MemoryUse HostEngine::memory_per_slice(const ScanPlan& plan) const { return host_memory_per_slice(plan); }

int HostEngine::slab_slices(const ScanPlan& plan) const {
    const int usual = Engine::slab_slices(plan);
    return plan.is_single() && plan.maps.empty() ? std::max(usual, rows_at_once_ / plan.rows()) : usual;
}

MemoryUse host_memory_per_slice(const ScanPlan& plan) {
    // The estimate of two runs per row is more than the average of hexapods. A wrong estimate costs memory but changes
    // no verdict. Maps count twice, because they are copied to the consumers.
    const std::int64_t runs = plan.rows() * static_cast<std::int64_t>(sizeof(std::int32_t) + 2 * sizeof(Run));
    return {runs * (plan.is_certified() ? 2 : 1) + 2 * field_bytes_per_slice(plan), 0};
}

}  // namespace hexscan
