#include "src/scan/host_engine.h"

namespace hexscan {
namespace {

class HostScan final : public PreparedScan {
public:
    HostScan(const ScanPlan& plan, HostEngine::Scan function) : plan_(plan), scan_(function) {}

    void scan() override { workspace_ = scan_(plan_); }
    void poison(std::uint8_t) override { workspace_.clear(); }
    std::int64_t unwritten_points() const override {
        const auto missing = static_cast<std::int64_t>(plan_.slices()) - static_cast<std::int64_t>(workspace_.size());
        return missing * plan_.points_per_slice();
    }
    WorkspaceSlice slice(int index) const override { return workspace_[static_cast<std::size_t>(index)]; }

private:
    ScanPlan plan_;
    HostEngine::Scan scan_;
    Workspace workspace_;
};

}  // namespace

std::unique_ptr<PreparedScan> HostEngine::prepare(const ScanPlan& plan) const {
    return std::make_unique<HostScan>(plan, scan_);
}

MemoryUse HostEngine::memory_per_slice(const ScanPlan& plan) const {
    // Two runs a row is more than hexapods show on average; a wrong guess costs memory, not verdicts.
    return {plan.rows() * static_cast<std::int64_t>(sizeof(std::int32_t) + 2 * sizeof(Run)), 0};
}

}  // namespace hexscan
