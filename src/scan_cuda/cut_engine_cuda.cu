#include "src/scan_cuda/cuda_engines.h"

#include <cstdint>
#include <memory>

#include "src/device/devices.h"
#include "src/engines/engines_tuning.h"
#include "src/scan_cuda/cut_words.cuh"
#include "src/scan_cuda/rows_of_words.cuh"

namespace hexscan {
namespace {

template <class Segment>
class CutScan final : public PreparedScan {
public:
    explicit CutScan(const ScanPlan& plan) : cuts_(plan, doubted_), rows_(plan) {}

    void scan() override {
        cuts_.start(rows_.words(), stream_);
        rows_.find_runs(stream_);
        if (cuts_.settle(rows_.words(), stream_)) rows_.find_runs(stream_);
        rows_.settle_crowded_rows();
    }

    void poison(std::uint8_t pattern) override {
        cuts_.poison(pattern);
        rows_.poison(pattern);
    }
    std::int64_t unwritten_points() const override { return rows_.segments().unwritten_points(); }
    std::int64_t output_bytes() const override { return rows_.segments().output_bytes(); }
    std::int64_t rows_of_host() const override { return cuts_.rows_of_host(); }
    WorkspaceSlice slice(int index) const override { return rows_.segments().slice(index); }

private:
    DoubtedList doubted_;
    CutWords cuts_;
    RowsOfWords<Segment> rows_;
    Stream stream_;
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
