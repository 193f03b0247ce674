#include "src/results/page/page_slice.h"

#include <utility>

#include "kernels/kinematics.h"
#include "src/scan/map_kind.h"

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
      colours_(std::move(colours)),
      middle_(grid.slices() / 2),
      shown_(one_slice(grid)),
      runs_(shown_),
      maps_(shown_) {}

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
            {"maps", coloured(maps_.json(shown_), colours_)}};
}

nlohmann::json made_of_json(MapKind map) {
    const MapDefinition::MadeOf& made_of = definition_of(map).made_of;
    nlohmann::json kinds = nlohmann::json::array();
    for (const LimitKind* const kind : made_of.kinds) kinds.push_back(kind->json);
    return {{"kinds", kinds}, {"number", made_of.number}};
}

nlohmann::json coloured(nlohmann::json maps, const std::vector<MapColours>& colours) {
    for (nlohmann::json& map : maps)
        for (const MapColours& of_map : colours)
            if (const MapDefinition& definition = definition_of(of_map.map()); map.at("name") == definition.name) {
                map["title"] = definition.title;
                map["unit"] = of_map.shown_unit();
                map["made_of"] = made_of_json(of_map.map());
                map["colours"] = of_map.json();
            }
    return maps;
}

}  // namespace hexscan
