#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "src/machine/description/units.h"
#include "src/scan/grid.h"

/// Which grid points the page shows. A page stays a few megabytes whatever the grid: of a larger one it holds every
/// n-th point of an axis, with its true verdict and its true coordinate, and says so.
namespace hexscan {

/// Every `step`-th of `count` points, the first one included.
struct ThinnedAxis {
    int count = 1, step = 1;

    int shown() const { return (count - 1) / step + 1; }
    bool shows(int index) const { return index % step == 0; }
    bool operator==(const ThinnedAxis&) const = default;
};

/// The axis with the smallest step that shows at most `most` points.
inline ThinnedAxis thinned(int count, int most) { return {count, (count - 1) / most + 1}; }

struct PageGrid {
    ThinnedAxis x, y, z;
};

/// The axes of a grid as the page reads them: their ends, and which points are shown.
nlohmann::json grid_json(const ScanGrid& grid, const PageGrid& shown);

/// Names of units, and one of each in SI.
nlohmann::json units_json(const Units& units);

/// At most 1024 columns and rows and 512 slices: the default scan is shown point for point.
inline PageGrid page_grid(const ScanGrid& grid) {
    return {thinned(grid.columns(), 1024), thinned(grid.rows(), 1024), thinned(grid.slices(), 512)};
}

}  // namespace hexscan
