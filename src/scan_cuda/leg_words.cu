#include "src/scan_cuda/leg_words.h"

#include <optional>
#include <utility>
#include <vector>

#include "kernels/shared/leg_words_kernel.cuh"
#include "src/scan/rows/row_geometry.h"
#include "src/scan_cuda/added_runs.cuh"
#include "src/scan_cuda/cuda_engines.h"
#include "src/scan_cuda/row_segments.h"
#include "src/scan_cuda/scan_cuda_tuning.h"
#include "src/scan_cuda/set_rows.h"

namespace hexscan {
namespace {

/// Computes the words for one orientation in closed form.
template <class Real>
class WordsOfRows final : public LegWords {
public:
    WordsOfRows(const ScanGrid& grid, const RowGeometry& geometry)
        : geometry_(geometry),
          segments_per_slice_(static_cast<std::uint32_t>(segments_per_slice(grid, warp_size))),
          segments_(segments_per_slice_ * static_cast<std::uint32_t>(grid.slices())) {}

    void write(const RowWords& words, const DoubtedColumns& doubted, const Stream& stream) override {
        constexpr int warps = tuning::leg_words_warps;
        hexapod_leg_words_kernel<Real, warps><<<(segments_ + warps - 1) / warps, warps * warp_size, 0, stream.get()>>>(
            geometry_, words, segments_per_slice_, segments_, doubted);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }
    void poison(std::uint8_t) override {}

private:
    RowGeometry geometry_;
    std::uint32_t segments_per_slice_, segments_;
};

/// Converts rows whose runs are on the device to words.
class WordsOfSet final : public LegWords {
public:
    explicit WordsOfSet(std::unique_ptr<SetRows> rows) : rows_(std::move(rows)) {}

    void write(const RowWords& words, const DoubtedColumns&, const Stream& stream) override {
        rows_->launch();
        rows_->finish();
        rows_->write_words(words, stream);
    }
    void poison(std::uint8_t pattern) override { rows_->poison(pattern); }

private:
    std::unique_ptr<SetRows> rows_;
};

/// Writes the words of the runs that an engine finds.
class WordsOfEngine final : public LegWords {
public:
    explicit WordsOfEngine(const ScanPlan& plan) : plan_(plan), scan_(cuda_engine_for(plan)->prepare(plan)) {}

    void write(const RowWords& words, const DoubtedColumns&, const Stream& stream) override {
        scan_->scan();
        runs_ = runs_of_scan(*scan_, plan_);
        added_.replace(words, runs_, stream);
    }
    void poison(std::uint8_t pattern) override { scan_->poison(pattern); }

private:
    ScanPlan plan_;
    std::unique_ptr<PreparedScan> scan_;
    AddedRuns added_;
    std::vector<RowRun> runs_;  ///< kept until the stream has copied them
};

/// The input of the kernel for one orientation; nothing if that kernel does not support the plan.
std::optional<RowGeometry> narrow_rows(const ScanPlan& plan) {
    if (!plan.is_single() || plan.has_rods()) return {};
    const RowGeometry geometry = without_implied_limits(make_row_geometry(plan.oriented()));
    if (!geometry.solvable || geometry.wide) return {};
    return geometry;
}

}  // namespace

std::unique_ptr<LegWords> make_leg_words(const ScanPlan& plan) {
    if (plan.has_rods()) return std::make_unique<WordsOfEngine>(plan);
    const std::optional<RowGeometry> rows = narrow_rows(plan);
    if (!rows) return std::make_unique<WordsOfSet>(make_set_rows(plan, plan.set->legs(), RowsGo::to_words));
    if (rows->single_suffices) return std::make_unique<WordsOfRows<float>>(plan, *rows);
    return std::make_unique<WordsOfRows<double>>(plan, *rows);
}

MemoryUse leg_words_bytes_per_slice(const ScanPlan& plan) {
    if (plan.has_rods()) return cuda_engine_for(plan)->memory_per_slice(plan);
    if (narrow_rows(plan)) return {};
    // The device also holds the runs of the rows, so their memory counts there, too.
    MemoryUse use = set_rows_bytes_per_slice(plan);
    use.device_bytes += use.host_bytes;
    return use;
}

}  // namespace hexscan
