#include "src/scan/grid.h"

#include "kernels/kinematics.h"

namespace hexscan {

GridAxis<double> grid_axis(const ScanRange& range) {
    const double step = range.count > 1 ? (range.to_m - range.from_m) / (range.count - 1) : 0.0;
    return {range.from_m, range.to_m, step, range.count, 0, range.count};
}

ScanGrid scan_grid(const ScanRequest& request) {
    return {grid_axis(request.x), grid_axis(request.y), grid_axis(request.z)};
}

int axis_column(const ScanGrid& grid) {
    int below = -1, from = grid.columns();
    while (from - below > 1) {
        const int middle = below + (from - below) / 2;
        (grid_coordinate(grid.x, middle) < 0 ? below : from) = middle;
    }
    return from;
}

}  // namespace hexscan
