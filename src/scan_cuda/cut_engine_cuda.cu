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
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/leg_words.h"
#include "src/scan_cuda/maps/shared_maps.h"
#include "src/scan_cuda/plan_of_row.h"
#include "src/scan_cuda/rows_of_words.cuh"
#include "src/scan_cuda/shared_cuts.cuh"

namespace hexscan {
namespace {

ScanPlan of_legs_alone(const ScanPlan& plan) {
    ScanPlan legs = plan;
    legs.legs_limits_alone = true;
    legs.maps.clear();
    return legs;
}

template <class Segment>
class CutScan final : public PreparedScan {
public:
    explicit CutScan(const ScanPlan& plan)
        : plan_(plan),
          legs_(make_leg_words(of_legs_alone(plan))),
          rows_(plan),
          cuts_(plan),
          maps_(make_shared_maps(plan)) {}

    void scan() override {
        // The maps are launched first, because their copies take longest.
        for (const auto& map : maps_) map->launch();
        scan_rows();
        for (const auto& map : maps_) map->finish();
    }

    void poison(std::uint8_t pattern) override {
        legs_->poison(pattern);
        rows_.poison(pattern);
        for (const auto& map : maps_) map->poison(pattern);
        host_.reset();
    }
    std::int64_t unwritten_points() const override {
        std::int64_t points = host_ ? host_->unwritten_points() : rows_.segments().unwritten_points();
        for (const auto& map : maps_) points += map->unwritten_points();
        return points;
    }
    std::int64_t output_bytes() const override {
        std::int64_t bytes = host_ ? host_->output_bytes() : rows_.segments().output_bytes();
        for (const auto& map : maps_) bytes += map->output_bytes();
        return bytes;
    }
    WorkspaceSlice slice(int index) const override {
        return host_ ? host_->slice(index) : rows_.segments().slice(index);
    }
    std::vector<SliceField> fields(int index) const override {
        std::vector<SliceField> fields = empty_fields(plan_);
        for (const auto& map : maps_) map->fill(index, fields);
        return fields;
    }

private:
    void scan_rows() {
        host_.reset();
        cuts_.begin(stream_);
        legs_->write(rows_.words(), cuts_.doubted(), stream_);
        cuts_.launch(rows_.words(), stream_);
        rows_.find_runs(stream_);
        const SharedCuts::Settled settled = cuts_.settle(rows_.words(), stream_);
        if (settled.too_many) {
            ScanPlan rows_alone = plan_;
            rows_alone.maps.clear();
            host_ = cut_engine().prepare(rows_alone);
            host_->scan();
            return;
        }
        if (settled.any_lost) rows_.find_runs(stream_);
        rows_.settle_crowded_rows();
        settle_on_host(settled.rows_of_host);
    }

    /// The host solves the rows for which the device wrote no words.
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
    std::vector<std::unique_ptr<SetMap>> maps_;
    Stream stream_;
    std::unique_ptr<PreparedScan> host_;  ///< made if too many columns are undecided for their list
};

class CudaCutEngine final : public Engine {
public:
    std::string_view name() const override { return "cuda-cut"; }
    bool supports(const ScanPlan& plan) const override {
        if (!plan.has_shared_limits() || plan.has_rods() || plan.is_certified()) return false;
        if (!plan.maps.empty() && !has_shared_maps(plan)) return false;
        if (!plan.is_single() && plan.workspace == WorkspaceKind::inclusive) return false;
        return plan.set->count() <= tuning::most_kept_orientations && SharedCuts::support(plan) &&
               cuda_set_engine()->supports(of_legs_alone(plan));
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
        const MemoryUse fields = set_map_bytes_per_slice(plan), maps = shared_map_bytes_per_slice(plan);
        use.host_bytes += fields.host_bytes + maps.host_bytes;
        use.device_bytes += fields.device_bytes + maps.device_bytes;
        return use;
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    /// The limits of a set are prepared once for all slices, so one slab holds all slices. With maps, smaller slabs
    /// deliver slices earlier.
    int slab_slices(const ScanPlan& plan) const override {
        return plan.maps.empty() ? plan.slices() : Engine::slab_slices(plan);
    }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
};

}  // namespace

const Engine* cuda_cut_engine() {
    static const CudaCutEngine engine;
    return &engine;
}

}  // namespace hexscan
