#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/maps/merge_values_kernel.cuh"
#include "kernels/warp.h"
#include "src/machine/machine.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/maps/map_buffer.h"
#include "src/scan_cuda/maps/set_maps.h"
#include "src/scan_cuda/plan_of_row.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

/// A map's values on the device and on the host. At one orientation they are computed in chunks of slices. For a set,
/// one orientation follows the other, and each value is the smallest or the largest of all.
class FloatMap : public SetMap {
public:
    FloatMap(const ScanPlan& plan, MapKind map)
        : plan_(plan),
          map_(map),
          values_(plan, true),
          at_orientation_(plan.is_single() ? 0 : static_cast<std::size_t>(plan.points())),
          pipeline_(plan.slices(), tuning::slices_per_chunk_of_figures) {}

    void launch() override {
        if (!plan_.is_single()) return launch_set();
        turn(0);
        pipeline_.run(
            [&](int first, int count, const Stream& stream) { launch_chunk(values_.device(), first, count, stream); },
            [&](int first, int count, const Stream& stream) { values_.copy_home(first, count, stream); });
    }
    void finish() override {
        pipeline_.finish();
        of_set_.synchronize();
    }

    void fill(int slice, std::vector<SliceField>& fields) const override {
        values_.fill(slice, float_values(fields, map_));
    }
    void poison(std::uint8_t) override { values_.poison(); }
    std::int64_t unwritten_points() const override { return values_.unwritten(); }
    std::int64_t output_bytes() const override { return values_.bytes(); }

protected:
    /// Prepares the input of the kernels for an orientation of the set. No kernel of another orientation is running.
    virtual void turn_to(std::int64_t orientation) = 0;
    /// Starts the kernels that write `values`. They write NaN for numbers that the host must compute.
    virtual void launch_chunk(float* values, int first, int count, const Stream& stream) = 0;

    /// Computes a row on the host with the definition of the map.
    void fill_by_definition(int slice, int row) {
        ScanPlan row_plan = plan_of_row(plan_, slice, row);
        row_plan.maps = {map_};
        std::vector<SliceField> fields = empty_fields(row_plan);
        definition_of(map_).fill_row(row_plan, 0, 0, fields);
        const std::vector<float>& numbers = float_values(fields, map_);
        std::copy(numbers.begin(), numbers.end(), values_.home(slice) + std::ptrdiff_t{row} * plan_.columns());
    }

    ScanPlan plan_;

private:
    void turn(std::int64_t orientation) {
        if (orientation != posed_at_) turn_to(orientation);
        posed_at_ = orientation;
    }
    void launch_set() {
        constexpr unsigned threads = tuning::merged_values_per_block;
        const auto points = static_cast<std::size_t>(plan_.points());
        for (std::int64_t o = 0; o < plan_.set->count(); ++o) {
            plan_.end_if_given_up();
            turn(o);
            for (int first = 0; first < plan_.slices(); first += max_blocks_yz)
                launch_chunk(at_orientation_.data(), first, std::min(plan_.slices() - first, max_blocks_yz), of_set_);
            merge_values_kernel<<<static_cast<unsigned>((points + threads - 1) / threads), threads, 0, of_set_.get()>>>(
                values_.device(), at_orientation_.data(), points, o == 0, definition_of(map_).reports_least);
            HEXSCAN_CUDA_CHECK(cudaGetLastError());
            of_set_.synchronize();
        }
        values_.copy_home(0, plan_.slices(), of_set_);
    }

    MapKind map_;
    std::int64_t posed_at_ = -1;  ///< the orientation to which the map was turned last
    MapBuffer<float> values_;
    DeviceBuffer<float> at_orientation_;  ///< the values at one orientation of a set
    ChunkPipeline pipeline_;
    Stream of_set_;
};

inline Vector middle_of(const ScanGrid& grid) {
    const auto middle_m = [](const GridAxis<double>& axis) { return (axis.from_m + axis.to_m) / 2; };
    return {middle_m(grid.x), middle_m(grid.y), middle_m(grid.z)};
}

/// Distance from the middle of the grid to its corners.
inline double radius_of(const ScanGrid& grid) {
    const auto half_m = [](const GridAxis<double>& axis) { return (axis.to_m - axis.from_m) / 2; };
    return std::hypot(half_m(grid.x), half_m(grid.y), half_m(grid.z));
}

/// Upper bound on the distance from the origin to the farthest point of the grid.
inline double farthest_m(const ScanGrid& grid) { return length_of(middle_of(grid)) + radius_of(grid); }

}  // namespace hexscan
