#include "src/results/page/page_slice.h"

#include <utility>

#include "kernels/kinematics.h"

namespace hexscan {
namespace {

PageGrid one_slice(const ScanGrid& grid) {
    PageGrid shown = page_grid(grid);
    shown.z = {1, 1};
    return shown;
}

}  // namespace

PageSlice::PageSlice(const ScanGrid& grid, const Units& units, std::vector<MapColours> colours)
    : grid_(grid),
      units_(units),
      middle_(grid.slices() / 2),
      shown_(one_slice(grid)),
      runs_(shown_),
      maps_(shown_, std::move(colours)) {}

void PageSlice::take(const Slice& slice) {
    if (slice.index != middle_) return;
    Slice only = slice;
    only.index = 0;
    runs_.take(only);
    maps_.take(only);
}

nlohmann::json PageSlice::json() {
    ScanGrid grid = grid_;
    grid.z.from_m = grid.z.to_m = grid_coordinate(grid_.z, middle_);
    grid.z.step_m = 0;
    return {{"grid", grid_json(grid, shown_)},
            {"units", units_json(units_)},
            {"runs", runs_.json()},
            {"maps", maps_.json(shown_)}};
}

}  // namespace hexscan
