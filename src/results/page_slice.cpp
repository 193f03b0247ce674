#include "src/results/page_slice.h"

#include "kernels/kinematics.h"
#include "src/results/map_colours.h"

namespace hexscan {
namespace {

PageGrid one_slice(const ScanPlan& plan) {
    PageGrid grid = page_grid(plan);
    grid.z = {1, 1};
    return grid;
}

}  // namespace

PageSlice::PageSlice(const Platform& platform)
    : platform_(platform),
      plan_(make_scan_plan(platform)),
      middle_(plan_.slices() / 2),
      grid_(one_slice(plan_)),
      runs_(grid_),
      maps_(grid_, tilt_values(plan_)) {}

void PageSlice::take(const Slice& slice) {
    if (slice.index != middle_) return;
    Slice only = slice;
    only.index = 0;
    runs_.take(only);
    maps_.take(only);
}

nlohmann::json PageSlice::json() {
    ScanGeometry<double> geometry = plan_.geometry;
    geometry.z.from_m = geometry.z.to_m = grid_coordinate(plan_.geometry.z, middle_);
    geometry.z.step_m = 0;
    return {{"grid", grid_json(geometry, grid_)},
            {"units", units_json(platform_.machine.units)},
            {"runs", runs_.json()},
            {"maps", coloured(maps_.json(grid_), platform_)}};
}

nlohmann::json coloured(nlohmann::json maps, const Platform& platform) {
    for (nlohmann::json& map : maps)
        for (const MapKind kind : all_maps)
            if (map.at("name") == name_of(kind)) map["colours"] = MapColours(kind, platform).json();
    return maps;
}

}  // namespace hexscan
