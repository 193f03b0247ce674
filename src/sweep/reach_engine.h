#pragma once

#include "src/scan/engine.h"
#include "src/sweep/block_file.h"

namespace hexscan {

/// The part of a study's machines that must reach a point for it to count as reachable.
inline constexpr double reach_share = 0.95;

/// What the machines of a tolerance study reach together, as slices for every consumer that there is: points that at
/// least reach_share of them reach, and the share map. It reads counts that were made before: block s of `counts`
/// holds slice s, a std::uint32_t a point, of `machines` machines.
class ReachEngine final : public Engine {
public:
    ReachEngine(const BlockFile& counts, std::int64_t machines) : counts_(counts), machines_(machines) {}

    std::string_view name() const override { return "sweep"; }
    bool supports(const ScanPlan& plan) const override;
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override;
    MemoryUse memory_per_slice(const ScanPlan& plan) const override;
    double margin_tolerance(const ScanPlan&) const override { return 0; }

private:
    const BlockFile& counts_;
    std::int64_t machines_;
};

}  // namespace hexscan
