#pragma once

#include "kernels/host_device.h"
#include "kernels/scan_geometry.h"

/// The cell of a grid point is the part of the grid that is nearest to the point. Inside the grid its size is dx dy dz.
/// A point on a side has half a cell, on an edge a quarter, on a corner an eighth. So all cells together fill the
/// grid's box exactly.
namespace hexscan {

/// The indices of the two ends of an axis. An end gets an index that no point has if it is not scanned or if the axis
/// has a single point.
struct AxisEnds {
    int first, last;
};
HEXSCAN_HD_INLINE AxisEnds ends_of(const GridAxis<double>& axis) {
    if (axis.full_count == 1) return {-1, -1};
    return {-axis.begin, axis.full_count - 1 - axis.begin};
}

/// Width of the cells of points first ... last along an axis, in units of half a cell.
HEXSCAN_HD_INLINE int half_cells(const GridAxis<double>& axis, int first, int last) {
    const AxisEnds ends = ends_of(axis);
    return 2 * (last - first + 1) - (first == ends.first ? 1 : 0) - (last == ends.last ? 1 : 0);
}
HEXSCAN_HD_INLINE int half_cells(const GridAxis<double>& axis, int index) { return half_cells(axis, index, index); }

/// Volume of the cells of columns first ... last of a row, in eighths of a cell.
HEXSCAN_HD_INLINE long long eighth_cells(const ScanGeometry<double>& grid, int slice, int row, int first, int last) {
    return static_cast<long long>(half_cells(grid.x, first, last)) *
           (half_cells(grid.y, row) * half_cells(grid.z, slice));
}

}  // namespace hexscan
