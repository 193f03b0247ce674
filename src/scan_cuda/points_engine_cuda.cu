#include "src/scan_cuda/cuda_engines.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/points/points_kernel.cuh"
#include "kernels/warp.h"
#include "src/device/devices.h"
#include "src/engines/engines_tuning.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan/rows/standing_legs.h"
#include "src/scan_cuda/device_set.cuh"
#include "src/scan_cuda/maps/point_maps.h"
#include "src/scan_cuda/rows_of_words.cuh"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {
namespace {

template <class Whole>
std::vector<StandingLeg<Whole>> standing_legs(const ScanPlan& plan) {
    std::vector<StandingLeg<Whole>> standing(static_cast<std::size_t>(plan.set->count()) * leg_count);
    tbb::parallel_for(std::int64_t{0}, plan.set->count(), [&](std::int64_t o) {
        plan.end_if_given_up();
        const PosedLegs posed = plan.set->rods_at(o);
        for (std::size_t i = 0; i < leg_count; ++i)
            standing[static_cast<std::size_t>(o) * leg_count + i] = standing_leg<Whole>(plan, posed, i);
    });
    return standing;
}

/// A plan's legs and orientations in device memory.
template <class Whole>
class PointScanOnDevice {
public:
    explicit PointScanOnDevice(const ScanPlan& plan) : tables_(plan.set->tables()) {
        const std::vector<StandingLeg<Whole>> legs = standing_legs<Whole>(plan);
        legs_ = DeviceBuffer<StandingLeg<Whole>>(legs.size());
        HEXSCAN_CUDA_CHECK(cudaMemcpy(legs_.data(), legs.data(), legs_.bytes(), cudaMemcpyHostToDevice));
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
        scan_ = {plan.x,
                 plan.y,
                 plan.z,
                 tables_.tables(),
                 legs_.data(),
                 {},
                 0,
                 legs.front().leg.limits(),
                 plan.workspace == WorkspaceKind::inclusive};
        for (const StandingLeg<Whole>& leg : legs) {
            const ClearanceSlack slack = leg.leg.slack();
            scan_.slack = {std::max(scan_.slack.share, slack.share), std::max(scan_.slack.least_m, slack.least_m)};
            scan_.doubt_m = std::max(scan_.doubt_m, leg.doubt_m);
        }
    }

    void launch(const PointAnswers& answers, int first_slice, int slices, const Stream& stream) const {
        const auto in_tiles = [](int points, int of_tile) {
            return static_cast<unsigned>((points + of_tile - 1) / of_tile);
        };
        const dim3 tiles(in_tiles(scan_.x.count, tile_columns), in_tiles(scan_.y.count, tile_rows),
                         static_cast<unsigned>(slices));
        hexapod_points_kernel<Whole>
            <<<tiles, tile_points, 0, stream.get()>>>(scan_, answers, first_slice, tuning::orientations_worth_tiles);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }

private:
    PointScan<Whole> scan_;
    DeviceTables tables_;
    DeviceBuffer<StandingLeg<Whole>> legs_;
};

/// A plan's rows and maps.
template <class Whole, class Segment>
class PointsOfPlan {
public:
    explicit PointsOfPlan(const ScanPlan& plan)
        : end_if_given_up_(plan.end_if_given_up),
          scan_(plan),
          rows_(plan),
          maps_(plan),
          pipeline_(plan.slices(), tuning::slices_per_chunk_of_figures) {}

    void scan() {
        const PointAnswers answers = maps_.answers(rows_.words());
        pipeline_.launch(
            [&](int first, int count, const Stream& stream) { scan_.launch(answers, first, count, stream); });
        pipeline_.copy_when_done([&](int first, int count, const Stream& stream) {
            end_if_given_up_();
            maps_.copy_home(first, count, stream);
        });
        pipeline_.finish();
        rows_.find_runs(stream_);
        rows_.settle_crowded_rows();
    }
    void poison(std::uint8_t pattern) {
        rows_.poison(pattern);
        maps_.poison();
    }
    const RowSegments<Segment>& rows() const { return rows_.segments(); }
    const PointMaps& maps() const { return maps_; }

private:
    void (*end_if_given_up_)();
    PointScanOnDevice<Whole> scan_;
    RowsOfWords<Segment> rows_;
    PointMaps maps_;
    ChunkPipeline pipeline_;
    Stream stream_;
};

template <class Whole, class Segment>
class PointsScan final : public PreparedScan {
public:
    explicit PointsScan(const ScanPlan& plan) : points_(plan) {
        if (plan.is_certified()) proved_.emplace(plan.tightened());
    }

    void scan() override {
        points_.scan();
        if (proved_) proved_->scan();
    }
    void poison(std::uint8_t pattern) override {
        points_.poison(pattern);
        if (proved_) proved_->poison(pattern);
    }
    std::int64_t unwritten_points() const override {
        return points_.rows().unwritten_points() + points_.maps().unwritten_points() +
               (proved_ ? proved_->rows().unwritten_points() : 0);
    }
    std::int64_t output_bytes() const override {
        return points_.rows().output_bytes() + points_.maps().output_bytes() +
               (proved_ ? proved_->rows().output_bytes() : 0);
    }
    WorkspaceSlice slice(int index) const override { return points_.rows().slice(index); }
    WorkspaceSlice proved(int index) const override {
        return proved_ ? proved_->rows().slice(index) : WorkspaceSlice{};
    }
    std::vector<SliceField> fields(int index) const override { return points_.maps().fields(index); }

private:
    PointsOfPlan<Whole, Segment> points_;
    std::optional<PointsOfPlan<Whole, Segment>> proved_;
};

bool is_of_legs(MapKind map) {
    return map == MapKind::clearance || map == MapKind::limit || map == MapKind::tilt || map == MapKind::share;
}

class CudaPointsEngine final : public Engine {
public:
    std::string_view name() const override { return "cuda-points"; }
    bool supports(const ScanPlan& plan) const override {
        return plan.has_rods() && !plan.has_shared_limits() && std::ranges::all_of(plan.maps, is_of_legs) &&
               plan.rows() <= max_blocks_yz * tile_rows;
    }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override {
        return with_whole_legs(plan, [&]<class Whole>() {
            return with_segment_of_words(plan, [&]<class Segment>() -> std::unique_ptr<PreparedScan> {
                return std::make_unique<PointsScan<Whole, Segment>>(plan);
            });
        });
    }
    /// The slices share the memory of the legs, so each slice counts with its part of it.
    MemoryUse memory_per_slice(const ScanPlan& plan) const override {
        const std::int64_t scans = plan.is_certified() ? 2 : 1, fields = field_bytes_per_slice(plan);
        const std::int64_t segments = with_segment_of_words(plan, [&]<class Segment>() {
            return segments_per_slice(plan) * static_cast<std::int64_t>(sizeof(Segment));
        });
        const std::int64_t words = static_cast<std::int64_t>(sizeof(std::uint32_t)) * words_per_row(plan) * plan.rows();
        const std::int64_t legs = with_whole_legs(plan, [&]<class Whole>() {
            return plan.set->count() * leg_count * static_cast<std::int64_t>(sizeof(StandingLeg<Whole>)) /
                   std::min(plan.slices(), slab_slices(plan));
        });
        return {scans * segments + legs + 2 * fields, scans * (words + legs) + fields};
    }
    /// The legs of a set are prepared once for all slices, so one slab holds all slices. With maps, smaller slabs
    /// deliver slices earlier, unless preparing the legs takes long.
    int slab_slices(const ScanPlan& plan) const override {
        const bool is_large = plan.set->count() > tuning::most_kept_orientations;
        return !is_large && (plan.is_single() || !plan.maps.empty()) ? Engine::slab_slices(plan) : plan.slices();
    }
    MemoryUse free_memory() const override { return {Engine::free_memory().host_bytes, free_device_bytes()}; }
    double margin_tolerance(const ScanPlan&) const override { return 0; }
};

}  // namespace

const Engine* cuda_points_engine() {
    static const CudaPointsEngine engine;
    return &engine;
}

}  // namespace hexscan
