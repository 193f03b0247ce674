#pragma once

#include <cstdint>

#include "kernels/scan_geometry.h"
#include "src/scan/request.h"

namespace hexscan {

/// The positions of a scan and nothing of the machine: whoever is given a grid cannot ask a leg.
struct ScanGrid {
    GridAxis<double> x, y, z;

    int columns() const { return x.count; }  ///< points along x
    int rows() const { return y.count; }     ///< points along y
    int slices() const { return z.count; }   ///< points along z
    std::int64_t points_per_slice() const { return std::int64_t{columns()} * rows(); }
    std::int64_t points() const { return points_per_slice() * slices(); }
};

/// The axis of a grid that a range asks for.
GridAxis<double> grid_axis(const ScanRange& range);

/// The grid of a request, whose ranges must have ends.
ScanGrid scan_grid(const ScanRequest& request);

/// What so many eighths of a grid's cells (kernels/sets/grid_cells.h) make up; 0 where an axis has a single point,
/// which spans nothing.
inline double volume_m3(std::int64_t eighth_cells, const ScanGrid& grid) {
    return static_cast<double>(eighth_cells) / 8 * grid.x.step_m * grid.y.step_m * grid.z.step_m;
}

/// The first column of the grid with x >= 0; the number of columns if there is none.
int axis_column(const ScanGrid& grid);

}  // namespace hexscan
