#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/clearance_block.cuh"
#include "kernels/scan_geometry.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/maps/map_buffer.h"
#include "src/scan_cuda/maps/set_maps.h"

namespace hexscan {

/// Base class of objects that compute the maps `clearance` and `limit` with one kernel.
class ClearanceMapBase : public SetMap {
public:
    explicit ClearanceMapBase(const ScanPlan& plan)
        : plan_(plan),
          clearance_(plan, plan.asks_for(MapKind::clearance)),
          limit_(plan, plan.asks_for(MapKind::limit)),
          pipeline_(plan.slices()) {}

    void launch() override {
        pipeline_.run([&](int first, int count, const Stream& stream) { launch_chunk(first, count, stream); },
                      [&](int first, int count, const Stream& stream) {
                          clearance_.copy_home(first, count, stream);
                          limit_.copy_home(first, count, stream);
                      });
    }
    void finish() override { pipeline_.finish(); }

    void fill(int slice, std::vector<SliceField>& fields) const override {
        if (clearance_.bytes() != 0) clearance_.fill(slice, float_values(fields, MapKind::clearance));
        if (limit_.bytes() != 0) limit_.fill(slice, byte_values(fields, MapKind::limit));
    }
    void poison(std::uint8_t) override {
        clearance_.poison();
        limit_.poison();
    }
    std::int64_t unwritten_points() const override { return clearance_.unwritten() + limit_.unwritten(); }
    std::int64_t output_bytes() const override { return clearance_.bytes() + limit_.bytes(); }

protected:
    virtual void launch_chunk(int first, int count, const Stream& stream) = 0;
    ClearanceMaps maps() { return {clearance_.device(), limit_.device()}; }

    ScanPlan plan_;

private:
    MapBuffer<float> clearance_;
    MapBuffer<std::uint8_t> limit_;
    ChunkPipeline pipeline_;
};

/// The same machine and grid, in coordinates whose origin is the middle of the grid.
inline ScanGeometry<double> seen_from_the_middle(ScanGeometry<double> geometry) {
    const auto middle_m = [](const GridAxis<double>& axis) { return (axis.from_m + axis.to_m) / 2; };
    const Vector middle{middle_m(geometry.x), middle_m(geometry.y), middle_m(geometry.z)};
    const auto move = [](GridAxis<double>& axis, double by_m) {
        axis.from_m -= by_m;
        axis.to_m -= by_m;
    };
    move(geometry.x, middle.x);
    move(geometry.y, middle.y);
    move(geometry.z, middle.z);
    for (Leg<double>& leg : geometry.legs) leg.offset_m = leg.offset_m + middle;
    return geometry;
}

/// Upper bound on the coordinates of leg vectors and on all intermediate results.
inline double extent_m(const ScanGeometry<double>& geometry) {
    const Vector corner{std::max(-geometry.x.from_m, geometry.x.to_m), std::max(-geometry.y.from_m, geometry.y.to_m),
                        std::max(-geometry.z.from_m, geometry.z.to_m)};
    double farthest_m = 0;
    for (const Leg<double>& leg : geometry.legs)
        farthest_m = std::max(farthest_m, std::sqrt(dot(leg.offset_m, leg.offset_m)));
    return std::sqrt(dot(corner, corner)) + farthest_m;
}

/// Distance from the middle of a ClearanceBlock to its corners.
inline double block_radius_m(const ScanGrid& grid) {
    return std::hypot((ClearanceBlock::columns - 1) * grid.x.step_m, (ClearanceBlock::rows - 1) * grid.y.step_m) / 2;
}

/// The launch configuration of a chunk, with a warp per ClearanceBlock.
struct BlocksOfWarps {
    int per_row;
    dim3 grid;

    BlocksOfWarps(const ScanGrid& of, int slices, int warps)
        : per_row(in(of.columns(), warps * ClearanceBlock::columns)),
          grid(static_cast<unsigned>(per_row) * static_cast<unsigned>(in(of.rows(), ClearanceBlock::rows)), 1,
               static_cast<unsigned>(slices)) {}

private:
    static int in(int all, int each) { return (all + each - 1) / each; }
};

}  // namespace hexscan
