#include "src/scan_cuda/cuda_engines.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "src/device/devices.h"
#include "src/engines/engines_tuning.h"
#include "src/engines/host_engines.h"
#include "src/scan_cuda/leg_words.h"
#include "src/scan_cuda/plan_of_row.h"
#include "src/scan_cuda/rows_of_words.cuh"
#include "src/scan_cuda/shared_cuts.cuh"

namespace hexscan {
namespace {

ScanPlan of_legs_alone(const ScanPlan& plan) {
    ScanPlan legs = plan;
    legs.legs_limits_alone = true;
    return legs;
}

template <class Segment>
class CutScan final : public PreparedScan {
public:
    explicit CutScan(const ScanPlan& plan)
        : plan_(plan), legs_(make_leg_words(of_legs_alone(plan))), rows_(plan), cuts_(plan) {}

    void scan() override {
        host_.reset();
        cuts_.begin(stream_);
        legs_->write(rows_.words(), cuts_.doubted(), stream_);
        cuts_.launch(rows_.words(), stream_);
        rows_.find_runs(stream_);
        const SharedCuts::Settled settled = cuts_.settle(rows_.words(), stream_);
        if (settled.too_many) {
            host_ = cut_engine().prepare(plan_);
            host_->scan();
            return;
        }
        if (settled.any_lost) rows_.find_runs(stream_);
        rows_.settle_crowded_rows();
        settle_on_host(settled.rows_of_host);
    }

    void poison(std::uint8_t pattern) override {
        legs_->poison(pattern);
        rows_.poison(pattern);
        host_.reset();
    }
    std::int64_t unwritten_points() const override {
        return host_ ? host_->unwritten_points() : rows_.segments().unwritten_points();
    }
    std::int64_t output_bytes() const override {
        return host_ ? host_->output_bytes() : rows_.segments().output_bytes();
    }
    WorkspaceSlice slice(int index) const override {
        return host_ ? host_->slice(index) : rows_.segments().slice(index);
    }

private:
    /// Solves the rows that have no words.
    void settle_on_host(const std::vector<std::pair<int, int>>& rows) {
        std::vector<WorkspaceSlice> solved(rows.size());
        tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t i) {
            const auto row = cut_engine().prepare(plan_of_row(plan_, rows[i].first, rows[i].second));
            row->scan();
            solved[i] = row->slice(0);
        });
        for (std::size_t i = 0; i < rows.size(); ++i) rows_.segments().settle_empty(rows[i], std::move(solved[i].runs));
    }

    ScanPlan plan_;
    std::unique_ptr<LegWords> legs_;
    RowsOfWords<Segment> rows_;
    SharedCuts cuts_;
    Stream stream_;
    std::unique_ptr<PreparedScan> host_;  ///< made if too many columns are undecided for their list
};

class CudaCutEngine final : public Engine {
public:
    std::string_view name() const override { return "cuda-cut"; }
    bool supports(const ScanPlan& plan) const override {
        if (!plan.has_shared_limits() || plan.is_certified() || !plan.maps.empty()) return false;
        if (!plan.is_single() && plan.workspace == WorkspaceKind::inclusive) return false;
        return plan.set->count() <= tuning::most_kept_orientations && cuda_engine_for(of_legs_alone(plan)) != nullptr;
    }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        return with_segment_of_words(plan, [&]<class Segment>() -> std::unique_ptr<PreparedScan> {
            return std::make_unique<CutScan<Segment>>(plan);
        });
    }
    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        MemoryUse use = leg_words_bytes_per_slice(of_legs_alone(plan));
        use.host_bytes += with_segment_of_words(plan, [&]<class Segment>() {
            return segments_per_slice(plan) * static_cast<std::int64_t>(sizeof(Segment));
        });
        // All slices share some memory. Each slice counts with its part of it.
        use.device_bytes += SharedCuts::device_bytes_per_slice({nullptr, words_per_row(plan), plan.rows(), 1}) +
                            SharedCuts::device_bytes(plan) / plan.slices();
        return use;
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    /// The limits of a set are prepared only once, so one slab has all slices.
    int slab_slices(const ScanPlan& plan) const override { return plan.slices(); }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
};

}  // namespace

const Engine* cuda_cut_engine() {
    static const CudaCutEngine engine;
    return &engine;
}

}  // namespace hexscan
