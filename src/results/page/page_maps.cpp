#include "src/results/page/page_maps.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>

#include <tbb/parallel_for.h>
#include <zlib.h>

#include "hexscan/errors.h"
#include "src/base/base64.h"
#include "src/scan/map_kind.h"
#include "src/scan/request.h"

namespace hexscan {
namespace {

/// Calls visit(index) with the index of every shown point, row after row.
template <class Visit>
void for_each_shown(const ThinnedAxis& columns, const ThinnedAxis& rows, Visit visit) {
    for (int row = 0; row < rows.count; row += rows.step)
        for (int column = 0; column < columns.count; column += columns.step)
            visit(static_cast<std::size_t>(row) * static_cast<std::size_t>(columns.count) +
                  static_cast<std::size_t>(column));
}

std::string counted_in(const std::vector<float>& known, const std::vector<float>& values, const ThinnedAxis& columns,
                       const ThinnedAxis& rows) {
    std::string cells;
    for_each_shown(columns, rows, [&](std::size_t i) {
        const auto at = std::lower_bound(known.begin(), known.end(), values[i]);
        if (at == known.end() || *at != values[i]) throw InternalError("a map holds an impossible number");
        cells += static_cast<char>(at - known.begin());
    });
    return cells;
}

std::string differences(const PageMap& map) {
    std::string filtered(map.cells.size(), '\0');
    const auto columns = static_cast<std::size_t>(map.columns);
    const auto cell = [&](std::size_t i) { return static_cast<unsigned char>(map.cells[i]); };
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
        const bool has_left = i % columns != 0, has_above = i >= columns;
        const int left = has_left ? cell(i - 1) : 0, above = has_above ? cell(i - columns) : 0;
        const int above_left = has_left && has_above ? cell(i - columns - 1) : 0;
        filtered[i] = static_cast<char>(cell(i) - (left + above - above_left));
    }
    return filtered;
}

std::size_t total(const std::vector<std::vector<std::string>>& packed) {
    std::size_t bytes = 0;
    for (const std::vector<std::string>& maps : packed)
        for (const std::string& map : maps) bytes += map.size();
    return bytes;
}

/// Keeps every second column and row.
PageMap halved(const PageMap& map) {
    PageMap half = map;
    const ThinnedAxis columns{map.columns, 2}, rows{static_cast<int>(map.cells.size()) / map.columns, 2};
    half.columns = columns.shown();
    half.cells.clear();
    for_each_shown(columns, rows, [&](std::size_t i) { half.cells += map.cells[i]; });
    return half;
}

/// The factor by which the maps are coarser than the page's grid, so that the maps of all slices fit.
int thinning(const PageGrid& grid, std::size_t maps, std::int64_t most_cells) {
    for (int factor = 1;; ++factor) {
        const std::int64_t columns = (grid.x.shown() - 1) / factor + 1, rows = (grid.y.shown() - 1) / factor + 1;
        if (columns * rows * grid.z.shown() * static_cast<std::int64_t>(maps) <= most_cells ||
            (columns == 1 && rows == 1))
            return factor;
    }
}

}  // namespace

PageMap page_map(const SliceField& field, const MapColours& colours, const ThinnedAxis& columns,
                 const ThinnedAxis& rows, const std::vector<float>& values) {
    const auto* const numbers = std::get_if<std::vector<float>>(&field.values);
    if (numbers && !values.empty()) return {false, columns.shown(), counted_in(values, *numbers, columns, rows)};
    PageMap map{numbers != nullptr, columns.shown(), {}};
    std::visit(
        [&](const auto& all) {
            for_each_shown(columns, rows,
                           [&](std::size_t i) { map.cells += static_cast<char>(colours.index_of(all[i])); });
        },
        field.values);
    return map;
}

nlohmann::json made_of_json(MapKind map) {
    const MapDefinition::MadeOf& made_of = definition_of(map).made_of;
    nlohmann::json kinds = nlohmann::json::array();
    for (const LimitKind* const kind : made_of.kinds) kinds.push_back(kind->json);
    return {{"kinds", kinds}, {"number", made_of.number}};
}

std::string compressed_cells(const PageMap& map) {
    const std::string cells = map.has_levels ? differences(map) : map.cells;
    uLongf size = compressBound(static_cast<uLong>(cells.size()));
    std::string bytes(size, '\0');
    // The buffer has the size that zlib requires, so the only possible failure is a lack of memory.
    if (compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(cells.data()),
                  static_cast<uLong>(cells.size()), Z_DEFAULT_COMPRESSION) != Z_OK)
        throw std::bad_alloc();
    bytes.resize(size);
    return bytes;
}

PageMaps::PageMaps(const PageGrid& grid, std::vector<MapColours> colours, std::vector<float> tilt_values)
    : grid_(grid),
      colours_(std::move(colours)),
      tilt_values_(std::move(tilt_values)),
      slices_(static_cast<std::size_t>(grid.z.shown())) {}

const std::vector<float>& PageMaps::values_of(MapKind map) const {
    static const std::vector<float> any;
    return map == MapKind::tilt ? tilt_values_ : any;
}

void PageMaps::take(const Slice& slice) {
    if (slice.fields.empty() || !grid_.z.shows(slice.index)) return;
    const int factor = thinning(grid_, slice.fields.size(), tuning::page_map_cells);
    const ThinnedAxis columns{grid_.x.count, grid_.x.step * factor}, rows{grid_.y.count, grid_.y.step * factor};
    std::vector<PageMap>& maps = slices_[static_cast<std::size_t>(slice.index / grid_.z.step)];
    for (std::size_t map = 0; map < slice.fields.size(); ++map)
        maps.push_back(page_map(slice.fields[map], colours_[map], columns, rows, values_of(colours_[map].map())));
}

void PageMaps::halve() {
    tbb::parallel_for(std::size_t{0}, slices_.size(), [&](std::size_t i) {
        for (PageMap& map : slices_[i]) map = halved(map);
    });
    further_step_ *= 2;
}

nlohmann::json PageMaps::description(const MapColours& colours) const {
    const MapDefinition& definition = definition_of(colours.map());
    nlohmann::json map = {{"name", definition.name},
                          {"title", colours.title()},
                          {"unit", colours.shown_unit()},
                          {"codes", definition.is_codes},
                          {"colours", colours.json()},
                          {"made_of", made_of_json(colours.map())},
                          {"values", nullptr},
                          {"entries", nullptr}};
    for (const float value : values_of(colours.map())) {
        map["values"].push_back(value);
        map["entries"].push_back(colours.index_of(value));
    }
    return map;
}

nlohmann::json PageMaps::json(const PageGrid& grid, std::size_t bytes) {
    nlohmann::json maps = nlohmann::json::array();
    if (slices_.empty() || slices_.front().empty()) return maps;
    const int factor = thinning(grid_, colours_.size(), tuning::page_map_cells);
    PackedMaps packed = pack(grid);
    for (; total(packed) > bytes && slices_.front().front().cells.size() > 1; packed = pack(grid)) halve();
    for (std::size_t kind = 0; kind < colours_.size(); ++kind) {
        nlohmann::json map = description(colours_[kind]);
        map["x_step"] = grid_.x.step * factor * further_step_;
        map["y_step"] = grid_.y.step * factor * further_step_;
        std::string all;
        for (const std::vector<std::string>& slice : packed) {
            map["bytes"].push_back(slice[kind].size());
            all += slice[kind];
        }
        map["base64"] = base64(all);
        maps.push_back(std::move(map));
    }
    return maps;
}

PageMaps::PackedMaps PageMaps::pack(const PageGrid& grid) const {
    PackedMaps packed(static_cast<std::size_t>(grid.z.shown()));
    tbb::parallel_for(std::size_t{0}, packed.size(), [&](std::size_t i) {
        for (const PageMap& map : slice_of(grid, i)) packed[i].push_back(compressed_cells(map));
    });
    return packed;
}

const std::vector<PageMap>& PageMaps::slice_of(const PageGrid& grid, std::size_t i) const {
    return slices_[i * static_cast<std::size_t>(grid.z.step / grid_.z.step)];
}

}  // namespace hexscan
