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
    int slice = 0;  ///< index in the whole grid, even if the plan is a slab of it
    double z_m = 0;
    std::int64_t reachable_points = 0;
    double area_m2 = 0;                  ///< Area of the points' cells; 0 on a grid with a single column or row.
    std::optional<Circle> circumcircle;  ///< Minimum enclosing circle; nothing in an empty slice.
    /// Distance from the z axis to the nearest unreachable grid point. It is 0 if the axis itself is unreachable. It is
    /// absent if the slice is empty or every grid point is reachable.
    std::optional<double> inscribed_radius_m;
    std::int64_t quarter_cells = 0;  ///< area in quarters of a cell dx x dy; a point on a side of the grid counts as
                                     ///< half a cell
};

/// The extent of every row of a slice, in order.
std::vector<RowExtent> row_extents(const ScanGrid& grid, const WorkspaceSlice& slice);

/// Size and circles of one slice, from the extents of its rows. `slice` is its index in the grid, which may be a slab.
/// The flag `axis_reachable` is true if the workspace contains the slice's point on the z axis.
SliceRadii slice_radii(const ScanGrid& grid, int slice, std::span<const RowExtent> extents, bool axis_reachable);

}  // namespace hexscan
