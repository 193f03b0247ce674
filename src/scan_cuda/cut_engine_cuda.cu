#include "src/scan_cuda/cut_engine_cuda.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/shared/row_words_kernels.cuh"
#include "src/device/devices.h"
#include "src/engines/cut_engine.h"
#include "src/engines/engines_tuning.h"
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/leg_words.h"
#include "src/scan_cuda/plan_of_row.h"
#include "src/scan_cuda/row_segments.h"
#include "src/scan_cuda/set_engine_cuda.h"
#include "src/scan_cuda/shared_cuts.cuh"
#include "src/scan_cuda/shared_maps.h"

namespace hexscan {
namespace {

ScanPlan of_legs_alone(const ScanPlan& plan) {
    ScanPlan legs = plan;
    legs.legs_limits_alone = true;
    legs.maps.clear();
    return legs;
}

int words_per_row(const ScanGrid& grid) { return (grid.columns() + columns_per_word - 1) / columns_per_word; }

/// A bit for every point of a grid, in device memory.
class WordsOnDevice {
public:
    explicit WordsOnDevice(const ScanGrid& grid)
        : buffer_(static_cast<std::size_t>(words_per_row(grid)) * static_cast<std::size_t>(grid.rows()) *
                  static_cast<std::size_t>(grid.slices())),
          words_{buffer_.data(), words_per_row(grid), grid.rows(), grid.slices()} {}

    const RowWords& words() const { return words_; }
    void poison(std::uint8_t pattern) {
        HEXSCAN_CUDA_CHECK(cudaMemset(buffer_.data(), pattern, buffer_.bytes()));
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
    }

    /// Of a row, when nothing writes to it.
    std::vector<Run> runs(int slice, int row) const {
        std::vector<std::uint32_t> words(static_cast<std::size_t>(words_.words_per_row));
        HEXSCAN_CUDA_CHECK(cudaMemcpy(words.data(), buffer_.data() + words_.row_begin(slice, row),
                                      words.size() * sizeof words[0], cudaMemcpyDeviceToHost));
        std::vector<Run> runs;
        for (int column = 0; column < columns_per_word * words_.words_per_row; ++column) {
            const std::uint32_t word = words[static_cast<std::size_t>(column / columns_per_word)];
            if ((word >> column % columns_per_word & 1U) == 0) continue;
            if (runs.empty() || runs.back().last + 1 < column) runs.push_back({column, column});
            runs.back().last = column;
        }
        return runs;
    }

private:
    DeviceBuffer<std::uint32_t> buffer_;
    RowWords words_;
};

template <class Segment>
class CutScan final : public PreparedScan {
public:
    explicit CutScan(const ScanPlan& plan)
        : plan_(plan),
          legs_(make_leg_words(of_legs_alone(plan))),
          words_(plan),
          cuts_(plan),
          rows_(plan),
          maps_(make_shared_maps(plan)) {}

    void scan() override {
        // Maps first: theirs are the long copies.
        for (const auto& map : maps_) map->launch();
        scan_rows();
        for (const auto& map : maps_) map->finish();
    }

    void poison(std::uint8_t pattern) override {
        legs_->poison(pattern);
        words_.poison(pattern);
        rows_.poison(pattern);
        for (const auto& map : maps_) map->poison(pattern);
        host_.reset();
    }
    std::int64_t unwritten_points() const override {
        std::int64_t points = host_ ? host_->unwritten_points() : rows_.unwritten_points();
        for (const auto& map : maps_) points += map->unwritten_points();
        return points;
    }
    std::int64_t output_bytes() const override {
        std::int64_t bytes = host_ ? host_->output_bytes() : rows_.output_bytes();
        for (const auto& map : maps_) bytes += map->output_bytes();
        return bytes;
    }
    WorkspaceSlice slice(int index) const override { return host_ ? host_->slice(index) : rows_.slice(index); }
    std::vector<SliceField> fields(int index) const override {
        std::vector<SliceField> fields = empty_fields(plan_);
        for (const auto& map : maps_) map->fill(index, fields);
        return fields;
    }

private:
    void scan_rows() {
        host_.reset();
        cuts_.begin(stream_);
        legs_->write(words_.words(), cuts_.doubted(), stream_);
        cuts_.launch(words_.words(), stream_);
        find_runs();
        const SharedCuts::Settled settled = cuts_.settle(words_.words(), stream_);
        if (settled.too_many) {
            ScanPlan rows_alone = plan_;
            rows_alone.maps.clear();
            host_ = cut_engine().prepare(rows_alone);
            host_->scan();
            return;
        }
        if (settled.any_lost) find_runs();
        for (const auto& row : rows_.undecided_rows()) rows_.settle(row, words_.runs(row.first, row.second));
        settle_on_host(settled.rows_of_host);
    }

    /// Waits for all that the stream does, and has the runs of what is left in the words.
    void find_runs() {
        rows_.begin();
        segments_of_words_kernel<Segment><<<rows_.count(), warp_size, 0, stream_.get()>>>(
            words_.words(), rows_.data(), rows_.per_slice(), rows_.any_undecided());
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        stream_.synchronize();
    }

    /// Rows that have no words.
    void settle_on_host(const std::vector<std::pair<int, int>>& rows) {
        std::vector<WorkspaceSlice> solved(rows.size());
        tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t i) {
            const auto row = cut_engine().prepare(plan_of_row(plan_, rows[i].first, rows[i].second));
            row->scan();
            solved[i] = row->slice(0);
        });
        for (std::size_t i = 0; i < rows.size(); ++i) rows_.settle_empty(rows[i], std::move(solved[i].runs));
    }

    ScanPlan plan_;
    std::unique_ptr<LegWords> legs_;
    WordsOnDevice words_;
    SharedCuts cuts_;
    RowSegments<Segment> rows_;
    std::vector<std::unique_ptr<SetMap>> maps_;
    Stream stream_;
    std::unique_ptr<PreparedScan> host_;  ///< where more was in doubt than there is room for
};

/// Calls visit<Segment>() for a plan.
template <class Visit>
auto with_segment(const ScanPlan& plan, Visit visit) {
    if (plan.columns() > 65536) return visit.template operator()<RowSegment<tuning::max_cut_runs, WideRun>>();
    return visit.template operator()<RowSegment<tuning::max_cut_runs, NarrowRun>>();
}

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
        return with_segment(plan, [&]<class Segment>() -> std::unique_ptr<PreparedScan> {
            return std::make_unique<CutScan<Segment>>(plan);
        });
    }
    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        MemoryUse use = leg_words_bytes_per_slice(of_legs_alone(plan));
        use.host_bytes += with_segment(plan, [&]<class Segment>() {
            return segments_per_slice(plan) * static_cast<std::int64_t>(sizeof(Segment));
        });
        // What all slices need is shared out.
        use.device_bytes += SharedCuts::device_bytes_per_slice({nullptr, words_per_row(plan), plan.rows(), 1}) +
                            SharedCuts::device_bytes(plan) / plan.slices();
        const MemoryUse fields = set_map_bytes_per_slice(plan), maps = shared_map_bytes_per_slice(plan);
        use.host_bytes += fields.host_bytes + maps.host_bytes;
        use.device_bytes += fields.device_bytes + maps.device_bytes;
        return use;
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    /// What the limits of a set are made into is made once, but maps are handed on in parts.
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
