#pragma once

#include "host_device.h"
#include "scan_geometry.h"

/// What a sweep counts of one machine.
namespace hexscan {

/// The counts of one machine.
struct MachineTally {
    unsigned long long points;  ///< reachable grid points
    unsigned cut_off;           ///< 1: one of them lies on the border of the grid
};

/// Whether columns [first, last] of a row lie on the border of the grid. An axis of a single point has none.
HEXSCAN_HD_INLINE bool touches_border(const ScanGeometry<double>& grid, int slice, int row, int first, int last) {
    const auto at_end = [](int index, int count) { return count > 1 && (index == 0 || index == count - 1); };
    return at_end(slice, grid.z.count) || at_end(row, grid.y.count) ||
           (grid.x.count > 1 && (first == 0 || last == grid.x.count - 1));
}

}  // namespace hexscan
