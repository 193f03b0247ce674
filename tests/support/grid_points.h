#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "src/scan/plan.h"
#include "src/scan/platform.h"
#include "src/scan/rows/runs.h"

/// The points of a scan, computed from its request, and whether a workspace contains them.
namespace hexscan_test {

inline double coordinate(const hexscan::ScanRange& range, int index) {
    if (range.count == 1) return range.from_m;
    return range.from_m + (range.to_m - range.from_m) * index / (range.count - 1);
}

inline hexscan::Vector grid_point(const hexscan::Platform& platform, int column, int row, int slice) {
    return {coordinate(platform.scan.x, column), coordinate(platform.scan.y, row), coordinate(platform.scan.z, slice)};
}

inline bool is_reachable(const hexscan::Workspace& workspace, int column, int row, int slice) {
    const auto runs = workspace[static_cast<std::size_t>(slice)].row(row);
    return std::ranges::any_of(runs, [&](const hexscan::Run& r) { return r.first <= column && column <= r.last; });
}

inline std::int64_t points_of(const hexscan::Workspace& workspace) {
    std::int64_t points = 0;
    for (const hexscan::WorkspaceSlice& slice : workspace) points += slice.reachable_points();
    return points;
}

using PointVisitor = std::function<void(int column, int row, int slice)>;

inline void for_each_point(const hexscan::ScanPlan& plan, const PointVisitor& visit) {
    for (int slice = 0; slice < plan.slices(); ++slice) {
        for (int row = 0; row < plan.rows(); ++row) {
            for (int column = 0; column < plan.columns(); ++column) visit(column, row, slice);
        }
    }
}

}  // namespace hexscan_test
