#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/machine/machine.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/maps/map_buffer.h"
#include "src/scan_cuda/maps/set_maps.h"
#include "src/scan_cuda/plan_of_row.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

/// A map's values on the device and on the host, computed in chunks of slices.
class FloatMap : public SetMap {
public:
    FloatMap(const ScanPlan& plan, MapKind map)
        : plan_(plan), map_(map), values_(plan, true), pipeline_(plan.slices(), tuning::slices_per_chunk_of_figures) {}

    void launch() override {
        pipeline_.run([&](int first, int count, const Stream& stream) { launch_chunk(first, count, stream); },
                      [&](int first, int count, const Stream& stream) { values_.copy_home(first, count, stream); });
    }
    void finish() override { pipeline_.finish(); }

    void fill(int slice, std::vector<SliceField>& fields) const override {
        values_.fill(slice, float_values(fields, map_));
    }
    void poison(std::uint8_t) override { values_.poison(); }
    std::int64_t unwritten_points() const override { return values_.unwritten(); }
    std::int64_t output_bytes() const override { return values_.bytes(); }

protected:
    virtual void launch_chunk(int first, int count, const Stream& stream) = 0;
    float* values() { return values_.device(); }

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
    MapKind map_;
    MapBuffer<float> values_;
    ChunkPipeline pipeline_;
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
