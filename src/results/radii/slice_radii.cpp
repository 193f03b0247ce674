#include "src/results/radii/slice_radii.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "kernels/kinematics.h"
#include "kernels/sets/grid_cells.h"

namespace hexscan {
namespace {

/// Unreachable columns separate runs, so the column next to a run's end is unreachable.
RowExtent row_extent(std::span<const Run> runs, int columns, int axis) {
    RowExtent extent;
    int below = axis - 1, from = axis;
    for (const Run& run : runs) {
        extent.reachable += run.last - run.first + 1;
        if (run.first < axis && run.last >= axis - 1) below = run.first - 1;
        if (run.first <= axis && run.last >= axis) from = run.last + 1;
    }
    if (!runs.empty()) {
        extent.first = runs.front().first;
        extent.last = runs.back().last;
    }
    extent.unreachable_below = below;
    extent.unreachable_from = from < columns ? from : -1;
    return extent;
}

/// By symmetry many centres are at 0, but rounding makes them 1e-17. So coordinates far below the grid's step become 0.
double zero_if_tiny(double at_m, double step_m) { return std::abs(at_m) < 1e-9 * step_m ? 0.0 : at_m; }

std::optional<Circle> circumcircle(const ScanGrid& grid, std::span<const RowExtent> extents) {
    std::vector<SlicePoint> outermost;
    outermost.reserve(2 * extents.size());
    for (std::size_t row = 0; row < extents.size(); ++row) {
        if (extents[row].reachable == 0) continue;
        outermost.push_back({extents[row].first, static_cast<std::int32_t>(row)});
        outermost.push_back({extents[row].last, static_cast<std::int32_t>(row)});
    }
    std::vector<PlanePoint> corners;
    for (const SlicePoint& corner : convex_hull(std::move(outermost)))
        corners.push_back({grid_coordinate(grid.x, corner.column), grid_coordinate(grid.y, corner.row)});
    std::optional<Circle> circle = enclosing_circle(corners);
    if (circle) {
        circle->x_m = zero_if_tiny(circle->x_m, grid.x.step_m);
        circle->y_m = zero_if_tiny(circle->y_m, grid.y.step_m);
    }
    return circle;
}

std::int64_t quarter_cells(const ScanGrid& grid, std::span<const RowExtent> extents) {
    std::int64_t quarters = 0;
    for (std::size_t row = 0; row < extents.size(); ++row) {
        const auto& [first, last, reachable, below, from] = extents[row];
        if (reachable == 0) continue;
        const int unreachable_between = last - first + 1 - reachable;
        quarters += std::int64_t{half_cells(grid.x, first, last) - 2 * unreachable_between} *
                    half_cells(grid.y, static_cast<int>(row));
    }
    return quarters;
}

std::optional<double> inscribed_radius_m(const ScanGrid& grid, std::span<const RowExtent> extents) {
    double nearest_sq_m2 = std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < extents.size(); ++row) {
        const double y_m = grid_coordinate(grid.y, static_cast<int>(row));
        for (const int column : {extents[row].unreachable_below, extents[row].unreachable_from}) {
            if (column < 0) continue;
            const double x_m = grid_coordinate(grid.x, column);
            nearest_sq_m2 = std::min(nearest_sq_m2, x_m * x_m + y_m * y_m);
        }
    }
    if (std::isinf(nearest_sq_m2)) return std::nullopt;
    return std::sqrt(nearest_sq_m2);
}

}  // namespace

std::vector<RowExtent> row_extents(const ScanGrid& grid, const WorkspaceSlice& slice) {
    const int axis = axis_column(grid);
    std::vector<RowExtent> extents;
    extents.reserve(static_cast<std::size_t>(slice.rows()));
    for (int row = 0; row < slice.rows(); ++row) extents.push_back(row_extent(slice.row(row), grid.columns(), axis));
    return extents;
}

SliceRadii slice_radii(const ScanGrid& grid, int slice, std::span<const RowExtent> extents, bool axis_reachable) {
    SliceRadii radii;
    radii.slice = grid.z.begin + slice;
    radii.z_m = grid_coordinate(grid.z, slice);
    for (const RowExtent& extent : extents) radii.reachable_points += extent.reachable;
    if (radii.reachable_points == 0) return radii;
    radii.quarter_cells = quarter_cells(grid, extents);
    radii.area_m2 = static_cast<double>(radii.quarter_cells) / 4 * grid.x.step_m * grid.y.step_m;
    radii.circumcircle = circumcircle(grid, extents);
    radii.inscribed_radius_m = axis_reachable ? inscribed_radius_m(grid, extents) : 0.0;
    return radii;
}

}  // namespace hexscan
