#include "src/scan_cuda/set_rows.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/set_rows_kernel.cuh"
#include "kernels/shared/row_words_kernels.cuh"
#include "src/scan/rows/host_row_solver.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan_cuda/device_set.cuh"
#include "src/scan_cuda/row_segments.h"
#include "src/scan_cuda/scan_cuda_tuning.h"
#include "src/system/all_cores.h"

namespace hexscan {
namespace {

constexpr int warps = tuning::total_rows_warps;

int in_steps(int count, int step) { return (count + step - 1) / step; }

template <class Segment, class Real, bool wide, bool inclusive>
class SetRowsOnDevice final : public SetRows {
public:
    SetRowsOnDevice(const ScanPlan& plan, const FreeLegs& legs, const SetScanData<Real>& data, RowsGo go)
        : plan_(plan), legs_(legs), set_(data), rows_(plan), on_device_(go == RowsGo::to_words ? rows_.count() : 0) {
        if constexpr (!inclusive)
            start_ = std::make_unique<DeviceValue<RowGeometry>>(
                make_row_geometry(plan.oriented(legs, middle_of(plan.set->tables()))));
    }

    void launch() override {
        rows_.begin();
        const RowTargets<Segment> targets{segments(), static_cast<std::uint32_t>(rows_.per_slice()), rows_.count(),
                                          rows_.any_undecided()};
        if constexpr (inclusive) {
            const int tiles = rows_.per_slice() * in_steps(plan_.slices(), RowTile<Segment>::slices);
            using Reach = TelescopicReach<Real, wide>;
            hexapod_inclusive_rows_kernel<Segment, Reach><<<tiles, warp_size, 0, stream_.get()>>>(set_.scan(), targets);
        } else {
            const int blocks = in_steps(static_cast<int>(targets.segment_count), warps);
            hexapod_total_rows_kernel<Segment, Real, wide, warps>
                <<<blocks, warps * warp_size, 0, stream_.get()>>>(set_.scan(), start_->get(), targets);
        }
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }

    void finish() override {
        stream_.synchronize();
        if (rows_.none_undecided()) return;
        if (on_device_.size() != 0)
            HEXSCAN_CUDA_CHECK(cudaMemcpy(rows_.data(), on_device_.data(), on_device_.bytes(), cudaMemcpyDeviceToHost));
        const auto rows = rows_.undecided_rows();
        if (rows.empty()) return;
        if (!host_) host_ = std::make_unique<HostRowSolver>(plan_, legs_, on_all_cores);
        std::vector<WorkspaceSlice> solved(rows.size());
        tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t i) {
            host_->append_rows(rows[i].first, rows[i].second, rows[i].second + 1, nullptr, solved[i]);
        });
        for (std::size_t i = 0; i < rows.size(); ++i) rows_.settle(rows[i], std::move(solved[i].runs));
    }

    void write_words(const RowWords& words, const Stream& stream) override {
        const auto per_slice = rows_.per_slice();
        words_of_segments_kernel<Segment><<<rows_.count(), warp_size, 0, stream.get()>>>(segments(), per_slice, words);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        const std::vector<RowRun> settled = rows_.settled_runs();
        if (settled.empty()) return;
        settled_ = MappedBuffer<RowRun>(settled.size());
        std::copy(settled.begin(), settled.end(), settled_.data());
        const int count = static_cast<int>(settled.size());
        add_runs_kernel<<<in_steps(count, warp_size), warp_size, 0, stream.get()>>>(words, settled_.data(), count);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }

    WorkspaceSlice slice(int index) const override { return rows_.slice(index); }
    void poison(std::uint8_t pattern) override {
        rows_.poison(pattern);
        if (on_device_.size() == 0) return;
        HEXSCAN_CUDA_CHECK(cudaMemset(on_device_.data(), pattern, on_device_.bytes()));
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
    }
    std::int64_t unwritten_points() const override { return rows_.unwritten_points(); }
    std::int64_t output_bytes() const override { return rows_.output_bytes(); }

private:
    Segment* segments() { return on_device_.size() != 0 ? on_device_.data() : rows_.data(); }

    ScanPlan plan_;
    FreeLegs legs_;
    DeviceSet<Real> set_;
    std::unique_ptr<DeviceValue<RowGeometry>> start_;  ///< for a total workspace: the rows of one orientation, solved
                                                       ///< in closed form, are the start
    RowSegments<Segment> rows_;
    DeviceBuffer<Segment> on_device_;  ///< replaces `rows_` if rows become words
    MappedBuffer<RowRun> settled_;     ///< rows solved by the host, for kernels that write words
    Stream stream_;
    std::unique_ptr<HostRowSolver> host_;  ///< made when the host has to solve a first row
};

/// Segments that can hold the runs of a row. Rows of an inclusive workspace have more runs while they are being solved,
/// and some rows keep that many.
template <class PackedRun>
using TotalSegment = RowSegment<max_narrow_runs, PackedRun>;
template <class PackedRun>
using InclusiveSegment = ShortSegment<tuning::max_inclusive_runs, PackedRun>;

template <bool inclusive>
using WideSegment =
    std::conditional_t<inclusive, ShortSegment<max_wide_runs, WideRun>, RowSegment<max_wide_runs, WideRun>>;

template <template <class> class Segment, bool inclusive>
std::unique_ptr<SetRows> make_rows(const ScanPlan& plan, const FreeLegs& legs, RowsGo go) {
    SetScanData<float> single;
    prepare_set_scan(plan, legs, single);
    // Almost every plan takes this branch. The other branches are for grids with very many or very dense columns, and
    // for limits beyond 90 degrees.
    if (single.solvable && !single.wide && plan.columns() <= 65536)
        return std::make_unique<SetRowsOnDevice<Segment<NarrowRun>, float, false, inclusive>>(plan, legs, single, go);
    SetScanData<double> full;
    prepare_set_scan(plan, legs, full);
    if (!full.solvable) return nullptr;
    if (full.wide)
        return std::make_unique<SetRowsOnDevice<WideSegment<inclusive>, double, true, inclusive>>(plan, legs, full, go);
    return std::make_unique<SetRowsOnDevice<Segment<WideRun>, double, false, inclusive>>(plan, legs, full, go);
}

}  // namespace

bool has_set_rows(const ScanPlan& plan, const FreeLegs& legs) {
    SetScanData<double> data;
    prepare_set_scan(plan, legs, data);
    return data.solvable;
}

std::unique_ptr<SetRows> make_set_rows(const ScanPlan& plan, const FreeLegs& legs, RowsGo go) {
    return plan.workspace == WorkspaceKind::inclusive ? make_rows<InclusiveSegment, true>(plan, legs, go)
                                                      : make_rows<TotalSegment, false>(plan, legs, go);
}

MemoryUse set_rows_bytes_per_slice(const ScanPlan& plan) {
    static_assert(tuning::max_inclusive_runs <= max_wide_runs);  // so that the wide segments are the largest
    const auto bytes = [&]<class Segment>(const Segment*) {
        return segments_per_slice(plan, Segment::rows) * static_cast<std::int64_t>(sizeof(Segment));
    };
    return {plan.workspace == WorkspaceKind::inclusive ? bytes(static_cast<WideSegment<true>*>(nullptr))
                                                       : bytes(static_cast<WideSegment<false>*>(nullptr)),
            0};
}

}  // namespace hexscan
