#pragma once

#include "kernels/host_device.h"
#include "kernels/scan_geometry.h"

/// What grid points stand for: each for the part of the grid that is nearest to it. Inside the grid that is a cell of
/// dx dy dz; a point on a side stands for half a cell, on an edge for a quarter, on a corner for an eighth, so that all
/// points together make up the grid's own box and no more.
namespace hexscan {

/// The indices of an axis' ends; of an axis of a single point, and of an end that is not scanned, none that there is.
struct AxisEnds {
    int first, last;
};
HEXSCAN_HD_INLINE AxisEnds ends_of(const GridAxis<double>& axis) {
    if (axis.full_count == 1) return {-1, -1};
    return {-axis.begin, axis.full_count - 1 - axis.begin};
}

/// Half widths of a cell that the points first ... last of an axis stand for.
HEXSCAN_HD_INLINE int half_cells(const GridAxis<double>& axis, int first, int last) {
    const AxisEnds ends = ends_of(axis);
    return 2 * (last - first + 1) - (first == ends.first ? 1 : 0) - (last == ends.last ? 1 : 0);
}
HEXSCAN_HD_INLINE int half_cells(const GridAxis<double>& axis, int index) { return half_cells(axis, index, index); }

/// Eighths of a cell that columns first ... last of a row stand for.
HEXSCAN_HD_INLINE long long eighth_cells(const ScanGeometry<double>& grid, int slice, int row, int first, int last) {
    return static_cast<long long>(half_cells(grid.x, first, last)) *
           (half_cells(grid.y, row) * half_cells(grid.z, slice));
}

}  // namespace hexscan
