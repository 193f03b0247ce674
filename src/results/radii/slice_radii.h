#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/results/radii/enclosing_circle.h"
#include "src/results/radii/row_extent.h"
#include "src/scan/grid.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// A row of radii.csv: size and circles of one slice's reachable grid points.
struct SliceRadii {
    int slice = 0;  ///< index in the whole grid, also where the plan is a slab of it
    double z_m = 0;
    std::int64_t reachable_points = 0;
    double area_m2 = 0;  ///< of the points' cells; 0 on a grid with a single column or row, which has no area
    std::optional<Circle> circumcircle;  ///< minimum enclosing circle; nothing in an empty slice
    /// Distance from the z axis to the nearest unreachable grid point, 0 if the axis itself is unreachable.
    /// Nothing in an empty slice, and nothing where every grid point is reachable.
    std::optional<double> inscribed_radius_m;
    std::int64_t quarter_cells = 0;  ///< of dx x dy: a point on a side of the grid stands for half a cell
};

/// What the radii need of every row, from runs: row after row.
std::vector<RowExtent> row_extents(const ScanGrid& grid, const WorkspaceSlice& slice);

/// Size and circles of slice `slice` of the grid (counted inside the grid, which may be a slab), from the extents of
/// its rows and from whether the workspace holds the z axis there.
SliceRadii slice_radii(const ScanGrid& grid, int slice, std::span<const RowExtent> extents, bool axis_reachable);

}  // namespace hexscan
