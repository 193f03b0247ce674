#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "kernels/kinematics.h"
#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"

/// Slices and plans with known content, without a scan.
namespace hexscan_test {

using namespace hexscan;

inline constexpr double no_upper_limit = 1e9;

/// A picture, defined by the reachable points at (column, row). Row 0 is at the lowest y.
using Picture = std::function<bool(int column, int row)>;

inline WorkspaceSlice slice_of(int columns, int rows, const Picture& reachable) {
    WorkspaceSlice slice;
    std::vector<std::uint8_t> verdicts(static_cast<std::size_t>(columns));
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column)
            verdicts[static_cast<std::size_t>(column)] = reachable(column, row) ? 1 : 0;
        append_row_from_bytes(verdicts, slice);
    }
    return slice;
}

inline Picture random_picture(unsigned seed, double density) {
    return [=](int column, int row) {
        std::uint32_t hash = seed * 7919U + static_cast<std::uint32_t>(column) * 104729U;
        hash = (hash ^ static_cast<std::uint32_t>(row) * 1299709U) * 2654435769U;
        hash = (hash ^ hash >> 15) * 2246822519U;
        return (hash >> 8) * 0x1p-24 < density;
    };
}

inline GridAxis<double> axis(double from_m, double to_m, int count) {
    return {from_m, to_m, count > 1 ? (to_m - from_m) / (count - 1) : 0.0, count, 0, count};
}

/// Six equal legs without offset. They reach a ball around the origin, which is hollow below min_length_m.
inline ScanPlan ball(double radius_m, GridAxis<double> x, GridAxis<double> y, GridAxis<double> z,
                     double min_length_m = 0) {
    Machine machine;
    for (JointSet* const joints : {&machine.base, &machine.platform}) {
        joints->axes.fill({0, 0, 1});
        joints->max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    }
    machine.telescopic().min_length.fill(min_length_m);
    machine.telescopic().max_length.fill(radius_m);
    ScanPlan plan = make_scan_plan(machine, {});
    static_cast<ScanGrid&>(plan) = {x, y, z};
    return plan;
}

inline WorkspaceSlice scan(const ScanPlan& plan, int slice) {
    const ScanGeometry<double> grid = plan.oriented().geometry;
    return slice_of(plan.columns(), plan.rows(), [&](int column, int row) {
        return exact_reachable(grid, grid_coordinate(grid.x, column), grid_coordinate(grid.y, row),
                               grid_coordinate(grid.z, slice));
    });
}

}  // namespace hexscan_test
