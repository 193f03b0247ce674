#include "stages/host_stage.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/ladder/thread_mapping.h"
#include "src/engines/host_engines.h"
#include "src/system/given_up.h"
#include "src/system/memory.h"
#include "stages/registry.h"
#include "stages/slice_stage.h"
#include "stages/stage_tuning.h"

namespace hexscan {
namespace {

/// A scan of one plan whose verdicts stay in host memory.
class HostSliceScan final : public PreparedScan {
public:
    HostSliceScan(const SliceStageSpec& spec, const OrientedPlan& plan, Work& work)
        : spec_(spec),
          plan_(plan),
          geometry_(to_float(plan.geometry)),
          work_(work),
          verdicts_(verdict_slice_bytes(plan, spec.format) * static_cast<std::size_t>(plan.slices())) {}

    void scan() override {
        const int chunk = slices_of_launch(spec_.launch, plan_.slices());
        for (int first = 0; first < plan_.slices(); first += chunk)
            scan_chunk(first, std::min(first + chunk, plan_.slices()));
        work_.show();
    }

    void poison(std::uint8_t pattern) override { std::memset(verdicts_.data(), pattern, verdicts_.size()); }
    std::int64_t unwritten_points() const override { return unwritten_verdicts(verdicts_, spec_.format); }
    WorkspaceSlice slice(int index) const override {
        return decoded_slice(verdicts_.data(), plan_, spec_.format, index);
    }
    std::int64_t output_bytes() const override { return static_cast<std::int64_t>(verdicts_.size()); }

private:
    void scan_chunk(int first_slice, int end_slice) {
        const SliceWindow window{verdicts_.data(), verdict_row_bytes(plan_, spec_.format), 0, first_slice};
        constexpr int rows = tuning::host_rows_per_task;
        tbb::parallel_for(first_slice, end_slice, [&](int slice) {
            tbb::parallel_for(0, blocks_for(plan_.rows(), rows), [&](int task) {
                end_if_given_up();
                spec_.host_rows({geometry_, window, slice, task * rows, std::min((task + 1) * rows, plan_.rows())});
            });
            work_.advance();
        });
        end_if_given_up();
    }

    const SliceStageSpec& spec_;
    OrientedPlan plan_;
    ScanGeometry<float> geometry_;
    Work& work_;
    std::vector<std::uint8_t> verdicts_;
};

/// A scan by another engine. It reports its progress once, when all slices are done.
class WatchedScan final : public PreparedScan {
public:
    WatchedScan(std::unique_ptr<PreparedScan> scan, int slices, Work& work)
        : scan_(std::move(scan)), slices_(slices), work_(work) {}

    void scan() override {
        scan_->scan();
        work_.advance(slices_);
    }
    void poison(std::uint8_t pattern) override { scan_->poison(pattern); }
    std::int64_t unwritten_points() const override { return scan_->unwritten_points(); }
    WorkspaceSlice slice(int index) const override { return scan_->slice(index); }
    WorkspaceSlice take_slice(int index) override { return scan_->take_slice(index); }

private:
    std::unique_ptr<PreparedScan> scan_;
    int slices_;
    Work& work_;
};

/// On the CPU, stages 10 and 11 are the CPU engine. It solves rows with the same formulas as the kernels of these
/// stages.
class HostRowRuns final : public HostStage {
public:
    std::unique_ptr<PreparedScan> prepare_watched(const ScanPlan& plan, Work& work) const override {
        return std::make_unique<WatchedScan>(cpu_engine().prepare(plan), plan.slices(), work);
    }
    MemoryUse memory_per_slice(const ScanPlan& plan) const override { return cpu_engine().memory_per_slice(plan); }
    int slab_slices(const ScanPlan& plan) const override { return cpu_engine().slab_slices(plan); }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
    const void* code() const override { return &cpu_engine(); }
};

/// Work whose progress nobody observes.
Work& unwatched() {
    static Work work;
    return work;
}

}  // namespace

std::string_view HostStage::name() const { return entry_of(*this).name; }

std::unique_ptr<PreparedScan> HostStage::prepare(const ScanPlan& plan) const {
    return prepare_watched(plan, unwatched());
}

std::unique_ptr<PreparedScan> HostSliceStage::prepare_watched(const ScanPlan& plan, Work& work) const {
    return std::make_unique<HostSliceScan>(spec_, plan.oriented(), work);
}

MemoryUse HostSliceStage::memory_per_slice(const ScanPlan& plan) const {
    return {static_cast<std::int64_t>(verdict_slice_bytes(plan, spec_.format)), 0};
}

double HostSliceStage::margin_tolerance(const ScanPlan& plan) const { return spec_.margin_tolerance(plan.oriented()); }

const void* HostSliceStage::code() const { return reinterpret_cast<const void*>(spec_.host_rows); }

const HostStage& s10_row_runs_on_host() {
    static const HostRowRuns stage;
    return stage;
}

const HostStage& s11_row_deltas_on_host() {
    static const HostRowRuns stage;
    return stage;
}

}  // namespace hexscan
