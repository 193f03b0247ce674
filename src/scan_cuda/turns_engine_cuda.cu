#include "src/scan_cuda/cuda_engines.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "kernels/sets/turn_kernels.cuh"
#include "src/device/devices.h"
#include "src/scan/orientations.h"
#include "src/scan/plan_fields.h"
#include "src/scan/rows/rod_row_solver.h"
#include "src/scan_cuda/cut_words.cuh"
#include "src/scan_cuda/maps/point_maps.h"
#include "src/scan_cuda/rows_of_words.cuh"

namespace hexscan {
namespace {

// The map of shares counts orientations in single precision.
static_assert(max_orientations <= 1 << 24);

template <class Segment>
class TurnsScan final : public PreparedScan {
public:
    explicit TurnsScan(const ScanPlan& plan) : plan_(plan), any_open_(1), turn_(plan), rows_(plan), maps_(plan) {}

    void scan() override {
        rows_of_host_ = 0;
        for (std::int64_t o = 0; o < plan_.set->count(); ++o) {
            plan_.end_if_given_up();
            cuts_.emplace(plan_.at_orientation(o), doubted_);
            cuts_->start(turn_.words(), stream_);
            stream_.synchronize();
            cuts_->settle(turn_.words(), stream_);
            rows_of_host_ += cuts_->rows_of_host();
            *any_open_.data() = 0;
            add(o);
            stream_.synchronize();
            if (plan_.maps.empty() && *any_open_.data() == 0) break;
        }
        finish_shares();
        maps_.copy_home(0, plan_.slices(), stream_);
        rows_.find_runs(stream_);
        rows_.settle_crowded_rows();
    }

    void poison(std::uint8_t pattern) override {
        turn_.poison(pattern);
        rows_.poison(pattern);
        maps_.poison();
    }
    std::int64_t unwritten_points() const override {
        return rows_.segments().unwritten_points() + maps_.unwritten_points();
    }
    std::int64_t output_bytes() const override { return rows_.segments().output_bytes() + maps_.output_bytes(); }
    std::int64_t rows_of_host() const override { return rows_of_host_; }
    WorkspaceSlice slice(int index) const override { return rows_.segments().slice(index); }
    std::vector<SliceField> fields(int index) const override { return maps_.fields(index); }

private:
    /// Adds the words of orientation `number` to the results.
    void add(std::int64_t number) {
        constexpr int warps = tuning::turn_warps;
        const OrientationTables& set = plan_.set->tables();
        const Turn turn{number, orientation_at(set, number).at[0], set.counts[0],
                        plan_.workspace == WorkspaceKind::inclusive, any_open_.data()};
        const RowWords& words = turn_.words();
        const std::size_t count = words.row_begin(words.slices, 0);
        add_words_kernel<<<blocks_for(count, warps * warp_size), warps * warp_size, 0, stream_.get()>>>(
            words, rows_.words(), turn, plan_.columns());
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        if (plan_.maps.empty()) return;
        add_to_maps_kernel<warps><<<blocks_for(count, warps), warps * warp_size, 0, stream_.get()>>>(
            words, maps_.answers(rows_.words()), turn, plan_.columns());
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }
    void finish_shares() {
        float* const share = maps_.answers(rows_.words()).share;
        if (!share) return;
        constexpr unsigned threads = tuning::turn_warps * warp_size;
        const auto points = static_cast<std::size_t>(plan_.points());
        share_of_counts_kernel<<<blocks_for(points, threads), threads, 0, stream_.get()>>>(
            share, points, static_cast<double>(plan_.set->count()));
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }
    /// The number of blocks if each of them has `of_block` of all items.
    static unsigned blocks_for(std::size_t items, std::size_t of_block) {
        return static_cast<unsigned>((items + of_block - 1) / of_block);
    }

    ScanPlan plan_;
    std::int64_t rows_of_host_ = 0;  ///< a row counts once for each orientation
    DoubtedList doubted_;
    MappedBuffer<int> any_open_;
    std::optional<CutWords> cuts_;  ///< of the present orientation; work in the stream uses it
    WordsOnDevice turn_;            ///< the words of that orientation
    RowsOfWords<Segment> rows_;
    PointMaps maps_;
    Stream stream_;
};

class CudaTurnsEngine final : public Engine {
public:
    std::string_view name() const override { return "cuda-turns"; }
    bool supports(const ScanPlan& plan) const override {
        if (plan.is_certified() || (plan.is_single() && plan.maps.empty())) return false;
        return std::ranges::all_of(plan.maps, is_counted) &&
               cuda_engine_for(of_legs_alone(plan.at_orientation(0))) != nullptr;
    }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        return with_segment_of_words(plan, [&]<class Segment>() -> std::unique_ptr<PreparedScan> {
            return std::make_unique<TurnsScan<Segment>>(plan);
        });
    }
    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        const ScanPlan one = plan.at_orientation(0);
        MemoryUse use = leg_words_bytes_per_slice(of_legs_alone(one));
        const std::int64_t fields = field_bytes_per_slice(plan);
        use.host_bytes += 2 * fields + with_segment_of_words(plan, [&]<class Segment>() {
                              return segments_per_slice(plan) * static_cast<std::int64_t>(sizeof(Segment));
                          });
        const RowWords words{nullptr, words_per_row(plan), plan.rows(), 1};
        use.device_bytes += fields + static_cast<std::int64_t>(sizeof(std::uint32_t) * words.row_begin(1, 0)) +
                            SharedCuts::device_bytes_per_slice(words) + SharedCuts::device_bytes(one) / plan.slices();
        return use;
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    /// Each orientation is prepared once for all slices of a slab, so one slab has all slices.
    int slab_slices(const ScanPlan& plan) const override { return plan.slices(); }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
};

}  // namespace

const Engine* cuda_turns_engine() {
    static const CudaTurnsEngine engine;
    return &engine;
}

}  // namespace hexscan
