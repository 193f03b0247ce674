#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "src/machine/description/units.h"
#include "src/scan/grid.h"

/// Says which grid points the page shows. A page takes a few megabytes for any grid. If the grid is large, the page
/// holds every n-th point of an axis, with its true verdict and its true coordinate. The page then says so.
namespace hexscan {

/// Every `step`-th of `count` points, beginning with the first.
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

/// The axes of a grid in the form that the page reads: their ends, and which points are shown.
nlohmann::json grid_json(const ScanGrid& grid, const PageGrid& shown);

/// The names of the file's units, and each unit's size in SI.
nlohmann::json units_json(const Units& units);

/// Shows at most 1024 columns and rows and 512 slices, so the default scan is shown point for point.
inline PageGrid page_grid(const ScanGrid& grid) {
    return {thinned(grid.columns(), 1024), thinned(grid.rows(), 1024), thinned(grid.slices(), 512)};
}

}  // namespace hexscan
