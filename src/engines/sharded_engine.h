#pragma once

#include <functional>
#include <utility>

#include "src/engines/engine.h"
#include "src/ranks/ranks.h"

/// One scan, shared out by slices over the ranks of a run. Every rank scans its units with an engine of its own, all of
/// the same kind; rank 0 gets the slices and is the only one that hands them on.
namespace hexscan {

/// An engine and what a thread needs before it may use it, such as a current device.
struct LocalEngine {
    const Engine& engine;
    std::function<void()> prepare_thread;
};

/// The engine of rank 0: one scan of it is a scan of all ranks, the others being in serve_scans() for the same plan.
/// Its results are those of the local engine, byte for byte.
class ShardedEngine final : public Engine {
public:
    /// `ranks` must outlive it.
    ShardedEngine(LocalEngine local, Ranks& ranks) : local_(std::move(local)), ranks_(ranks) {}

    std::string_view name() const override { return local_.engine.name(); }
    bool supports(const ScanPlan& plan) const override { return local_.engine.supports(plan); }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override;
    MemoryUse memory_per_slice(const ScanPlan& plan) const override;
    int slab_slices(const ScanPlan& plan) const override { return ranks_.count() * local_.engine.slab_slices(plan); }
    double margin_tolerance(const ScanPlan& plan) const override { return local_.engine.margin_tolerance(plan); }

    /// Lets the other ranks go: no further scan will come.
    void end_scans() const;

private:
    LocalEngine local_;
    Ranks& ranks_;
};

/// On every other rank: takes part in the scans of rank 0 until it ends them. `plan` is the whole plan, as rank 0 has
/// it. Throws what engines throw, and errors of other ranks.
void serve_scans(const LocalEngine& local, const ScanPlan& plan, Ranks& ranks);

}  // namespace hexscan
