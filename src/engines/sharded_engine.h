#pragma once

#include <functional>
#include <utility>

#include "src/engines/engine.h"
#include "src/ranks/ranks.h"

/// Divides one scan by slices among the ranks of a run. Every rank scans its units with its own engine; all engines are
/// of the same kind. Rank 0 gets the slices and delivers them.
namespace hexscan {

/// An engine, and a function that prepares a thread for it, for example by setting the current device.
struct LocalEngine {
    const Engine& engine;
    std::function<void()> prepare_thread;
};

/// The engine of rank 0. A scan with this engine is a scan on all ranks, while the other ranks run serve_scans() for
/// the same plan. Its results equal those of the local engine byte for byte.
class ShardedEngine final : public Engine {
public:
    /// `ranks` must outlive this object.
    ShardedEngine(LocalEngine local, Ranks& ranks) : local_(std::move(local)), ranks_(ranks) {}

    std::string_view name() const override { return local_.engine.name(); }
    bool supports(const ScanPlan& plan) const override { return local_.engine.supports(plan); }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override;
    MemoryUse memory_per_slice(const ScanPlan& plan) const override;
    int slab_slices(const ScanPlan& plan) const override { return ranks_.count() * local_.engine.slab_slices(plan); }
    double margin_tolerance(const ScanPlan& plan) const override { return local_.engine.margin_tolerance(plan); }

    /// Lets the other ranks return from serve_scans(), because no further scan follows.
    void end_scans() const;

private:
    LocalEngine local_;
    Ranks& ranks_;
};

/// Runs on every rank except 0. It takes part in the scans of rank 0 until rank 0 calls end_scans(). `plan` is the
/// whole plan, the same as on rank 0. Throws errors of engines and of other ranks.
void serve_scans(const LocalEngine& local, const ScanPlan& plan, Ranks& ranks);

}  // namespace hexscan
