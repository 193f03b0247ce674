#pragma once

#include <memory>

#include "hexscan/observer.h"
#include "src/engines/engine.h"
#include "stages/host_row_test.h"

/// The CPU form of a stage: an engine that runs the stage's own point test on all threads and in vector lanes.
namespace hexscan {

class HostStage : public Engine {
public:
    /// The name of the stage in stages.def.
    std::string_view name() const final;
    bool supports(const ScanPlan& plan) const override { return plan.is_plain(); }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const final;

    /// Like prepare(), but each scan advances `work` by the slices that it finishes.
    virtual std::unique_ptr<PreparedScan> prepare_watched(const ScanPlan& plan, Work& work) const = 0;

    /// Identifies the code. Two stages with the same value run the same instructions on a CPU.
    virtual const void* code() const = 0;
};

struct SliceStageSpec;

/// The CPU form of stages 1 to 9. It processes slices in the stage's chunks and stores one byte or one bit per point.
class HostSliceStage final : public HostStage {
public:
    explicit HostSliceStage(const SliceStageSpec& spec) : spec_(spec) {}

    const SliceStageSpec& spec() const { return spec_; }

    std::unique_ptr<PreparedScan> prepare_watched(const ScanPlan& plan, Work& work) const override;
    MemoryUse memory_per_slice(const ScanPlan& plan) const override;
    double margin_tolerance(const ScanPlan& plan) const override;
    const void* code() const override;

private:
    const SliceStageSpec& spec_;
};

}  // namespace hexscan
