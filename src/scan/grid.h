#pragma once

#include <cstdint>

#include "kernels/scan_geometry.h"
#include "src/scan/request.h"

namespace hexscan {

/// The positions of a scan, without the machine.
struct ScanGrid {
    GridAxis<double> x, y, z;

    int columns() const { return x.count; }  ///< points along x
    int rows() const { return y.count; }     ///< points along y
    int slices() const { return z.count; }   ///< points along z
    std::int64_t points_per_slice() const { return std::int64_t{columns()} * rows(); }
    std::int64_t points() const { return points_per_slice() * slices(); }
};

/// The grid axis of a range.
GridAxis<double> grid_axis(const ScanRange& range);

/// The grid of a request. The ends of its ranges must be known.
ScanGrid scan_grid(const ScanRequest& request);

/// Volume of a number of eighths of a grid cell (kernels/sets/grid_cells.h). It is 0 if an axis has a single point.
inline double volume_m3(std::int64_t eighth_cells, const ScanGrid& grid) {
    return static_cast<double>(eighth_cells) / 8 * grid.x.step_m * grid.y.step_m * grid.z.step_m;
}

/// The first column of the grid with x >= 0, or the number of columns if there is none.
int axis_column(const ScanGrid& grid);

}  // namespace hexscan
