#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/row_map_kernels.cuh"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan/set_reference.h"
#include "src/scan_cuda/maps/map_buffer.h"
#include "src/scan_cuda/maps/row_marks.h"
#include "src/scan_cuda/maps/set_maps.h"
#include "src/scan_cuda/row_segments.h"
#include "src/scan_cuda/scan_cuda_tuning.h"
#include "src/system/waited_tasks.h"

/// Maps of sets of orientations that are solved row by row, for any kind of leg. `Rows` solves the rows in a kernel
/// (kernels/row_map_kernels.cuh).
namespace hexscan {

using tuning::map_row_warps;

inline unsigned map_row_blocks(std::uint32_t segments) { return (segments + map_row_warps - 1) / map_row_warps; }

/// The map of the largest tilt that each point allows in all directions. The device returns the number of reachable
/// rings, one byte per point. Rows at the edge of a slice that no ring reaches are not copied. The host fills them with
/// zeros while the other rows are copied.
template <class Rows, int capacity>
class TiltMap : public SetMap {
public:
    explicit TiltMap(const ScanPlan& plan) : plan_(plan), rings_(plan, true), marks_(plan), pipeline_(plan.slices()) {}

    void launch() override {
        const auto per_slice = static_cast<std::uint32_t>(segments_per_slice(plan_));
        pipeline_.launch([&](int first, int count, const Stream& stream) {
            const std::uint32_t segments = per_slice * static_cast<std::uint32_t>(count);
            hexapod_tilt_kernel<Rows, capacity, map_row_warps>
                <<<map_row_blocks(segments), map_row_warps * warp_size, 0, stream.get()>>>(
                    rows(), rings_.device(), per_slice, segments, MapWindow{first, count, marks_.data()});
        });
    }
    void finish() override {
        bring_home();
        pipeline_.finish();
        if (!marks_.any_undecided()) return;
        begin_on_host();
        marks_.settle([&](int slice, int row) {
            const auto columns = static_cast<std::size_t>(plan_.columns());
            count_rings(slice, row, {rings_.home(slice) + static_cast<std::size_t>(row) * columns, columns});
        });
    }

    void fill(int slice, std::vector<SliceField>& fields) const override {
        std::vector<float>& tilt = float_values(fields, MapKind::tilt);
        put_tilts(plan_, {rings_.home(slice), tilt.size()}, tilt);
    }
    void poison(std::uint8_t) override {
        rings_.poison();
        marks_.poison();
    }
    std::int64_t unwritten_points() const override { return rings_.unwritten(); }
    std::int64_t output_bytes() const override { return rings_.bytes(); }

protected:
    virtual Rows rows() const = 0;
    /// The host's part: solving the rows that the device left undecided. begin_on_host() is called before the first
    /// row, the second function for each row.
    virtual void begin_on_host() {}
    virtual void count_rings(int slice, int row, std::span<std::uint8_t> rings) const {
        count_rings_by_reference(plan_, slice, row, rings);
    }

    ScanPlan plan_;

private:
    void bring_home() {
        WaitedTasks clearing;
        pipeline_.copy_when_done([&](int first, int count, const Stream& copies) {
            const RowBand rows = rings_.rows_to_copy(marks_.rows_with_numbers(first, count));
            rings_.copy_home(first, count, rows, copies);
            clearing.run([this, first, count, rows] {
                tbb::parallel_for(first, first + count, [&](int slice) { rings_.clear_other_rows(slice, rows); });
            });
        });
        clearing.wait();
    }

    MapBuffer<std::uint8_t> rings_;
    RowMarks marks_;
    ChunkPipeline pipeline_;
};

/// The map of the share of orientations that reach each point.
template <class Rows, int capacity>
class ShareMap : public SetMap {
public:
    explicit ShareMap(const ScanPlan& plan) : plan_(plan), share_(plan, true), marks_(plan), pipeline_(plan.slices()) {
        for (auto& steps : steps_)
            steps = DeviceBuffer<std::int32_t>(
                static_cast<std::size_t>(std::min(tuning::slices_per_chunk, plan.slices())) *
                static_cast<std::size_t>(plan.rows()) * (static_cast<std::size_t>(plan.columns()) + 1));
    }

    void launch() override {
        const auto per_slice = static_cast<std::uint32_t>(segments_per_slice(plan_));
        std::size_t turn = 0;
        pipeline_.run(
            [&](int first, int count, const Stream& stream) {
                DeviceBuffer<std::int32_t>& steps = steps_[turn];
                turn = (turn + 1) % steps_.size();
                const std::uint32_t segments = per_slice * static_cast<std::uint32_t>(count);
                const std::int64_t rows = std::int64_t{plan_.rows()} * count;
                HEXSCAN_CUDA_CHECK(cudaMemsetAsync(steps.data(), 0, steps.bytes(), stream.get()));
                hexapod_share_steps_kernel<Rows, capacity, map_row_warps>
                    <<<map_row_blocks(segments), map_row_warps * warp_size, 0, stream.get()>>>(
                        this->rows(), steps.data(), per_slice, segments, MapWindow{first, count, marks_.data()});
                HEXSCAN_CUDA_CHECK(cudaGetLastError());
                constexpr int threads = tuning::summed_rows_warps * warp_size;
                hexapod_share_kernel<<<static_cast<unsigned>((rows * warp_size + threads - 1) / threads), threads, 0,
                                       stream.get()>>>(steps.data(),
                                                       share_.device() + std::int64_t{first} * plan_.points_per_slice(),
                                                       plan_.columns(), rows, plan_.set->count());
            },
            [&](int first, int count, const Stream& stream) { share_.copy_home(first, count, stream); });
    }
    void finish() override {
        pipeline_.finish();
        marks_.settle([&](int slice, int row) {
            std::vector<std::int32_t> reached(static_cast<std::size_t>(plan_.columns()));
            count_orientations_by_reference(plan_, slice, row, reached);
            std::transform(reached.begin(), reached.end(), share_.home(slice) + std::ptrdiff_t{row} * plan_.columns(),
                           [&](std::int32_t n) { return share_of(n, plan_.set->count()); });
        });
    }

    void fill(int slice, std::vector<SliceField>& fields) const override {
        share_.fill(slice, float_values(fields, MapKind::share));
    }
    void poison(std::uint8_t) override {
        share_.poison();
        marks_.poison();
    }
    std::int64_t unwritten_points() const override { return share_.unwritten(); }
    std::int64_t output_bytes() const override { return share_.bytes(); }

protected:
    virtual Rows rows() const = 0;

    ScanPlan plan_;

private:
    std::array<DeviceBuffer<std::int32_t>, tuning::streams_of_map> steps_;
    MapBuffer<float> share_;
    RowMarks marks_;
    ChunkPipeline pipeline_;
};

}  // namespace hexscan
