#include "src/results/page/page_maps.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
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

/// The first level that the page reads as 0 or more; `no_level` where none is.
int first_level_from_zero(double lowest, double span) {
    int level = 0;
    while (level < no_level && !(lowest + span * level / (no_level - 1) >= 0)) ++level;
    return level;
}

void quantise(const std::vector<float>& values, const ThinnedAxis& columns, const ThinnedAxis& rows, PageMap& map) {
    map.lowest = std::numeric_limits<float>::infinity();
    map.highest = -std::numeric_limits<float>::infinity();
    for_each_shown(columns, rows, [&](std::size_t i) {
        if (!std::isfinite(values[i])) return;
        map.lowest = std::min(map.lowest, values[i]);
        map.highest = std::max(map.highest, values[i]);
    });
    if (!(map.lowest <= map.highest)) map.lowest = map.highest = 0;
    // In double, where the span of two floats is always finite.
    const double span = double{map.highest} - double{map.lowest};
    const int zero = first_level_from_zero(map.lowest, span);
    for_each_shown(columns, rows, [&](std::size_t i) {
        const double part = span > 0 ? (double{values[i]} - double{map.lowest}) / span : 0;
        int level = no_level;
        if (std::isfinite(values[i])) {
            const auto nearest = static_cast<int>(std::lround(part * (no_level - 1)));
            level = values[i] < 0 ? std::min(nearest, zero - 1) : std::max(nearest, zero);
        }
        map.cells += static_cast<char>(level);
    });
}

void count_in(const std::vector<float>& known, const std::vector<float>& values, const ThinnedAxis& columns,
              const ThinnedAxis& rows, PageMap& map) {
    map.counts_in_values = true;
    map.lowest = known.front();
    map.highest = known.back();
    for_each_shown(columns, rows, [&](std::size_t i) {
        const auto at = std::lower_bound(known.begin(), known.end(), values[i]);
        if (at == known.end() || *at != values[i]) throw InternalError("a map holds a number that it was not to hold");
        map.cells += static_cast<char>(at - known.begin());
    });
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

/// Every second column and row.
PageMap halved(const PageMap& map) {
    PageMap half = map;
    const ThinnedAxis columns{map.columns, 2}, rows{static_cast<int>(map.cells.size()) / map.columns, 2};
    half.columns = columns.shown();
    half.cells.clear();
    for_each_shown(columns, rows, [&](std::size_t i) { half.cells += map.cells[i]; });
    return half;
}

/// How many times wider than the page's the maps' steps are, so that all maps of all slices fit.
int thinning(const PageGrid& grid, std::size_t maps, std::int64_t most_cells) {
    for (int factor = 1;; ++factor) {
        const std::int64_t columns = (grid.x.shown() - 1) / factor + 1, rows = (grid.y.shown() - 1) / factor + 1;
        if (columns * rows * grid.z.shown() * static_cast<std::int64_t>(maps) <= most_cells ||
            (columns == 1 && rows == 1))
            return factor;
    }
}

}  // namespace

PageMap page_map(const SliceField& field, const ThinnedAxis& columns, const ThinnedAxis& rows,
                 const std::vector<float>& values) {
    PageMap map;
    map.name = field.name;
    map.unit = field.unit;
    map.columns = columns.shown();
    map.cells.reserve(static_cast<std::size_t>(columns.shown()) * static_cast<std::size_t>(rows.shown()));
    if (const auto* const codes = std::get_if<std::vector<std::uint8_t>>(&field.values)) {
        map.codes = true;
        for_each_shown(columns, rows, [&](std::size_t i) { map.cells += static_cast<char>((*codes)[i]); });
    } else if (const auto& numbers = std::get<std::vector<float>>(field.values); values.empty()) {
        quantise(numbers, columns, rows, map);
    } else {
        count_in(values, numbers, columns, rows, map);
    }
    return map;
}

std::string compressed_cells(const PageMap& map) {
    const std::string cells = map.codes || map.counts_in_values ? map.cells : differences(map);
    uLongf size = compressBound(static_cast<uLong>(cells.size()));
    std::string bytes(size, '\0');
    // The buffer has the size zlib asks for, so the only failure left is a lack of memory.
    if (compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(cells.data()),
                  static_cast<uLong>(cells.size()), Z_DEFAULT_COMPRESSION) != Z_OK)
        throw std::bad_alloc();
    bytes.resize(size);
    return bytes;
}

PageMaps::PageMaps(const PageGrid& grid, std::vector<float> tilt_values)
    : grid_(grid), tilt_values_(std::move(tilt_values)), slices_(static_cast<std::size_t>(grid.z.shown())) {}

const std::vector<float>& PageMaps::values_of(const std::string& map) const {
    static const std::vector<float> any;
    return map == name_of(MapKind::tilt) ? tilt_values_ : any;
}

void PageMaps::take(const Slice& slice) {
    if (slice.fields.empty() || !grid_.z.shows(slice.index)) return;
    const int factor = thinning(grid_, slice.fields.size(), tuning::page_map_cells);
    const ThinnedAxis columns{grid_.x.count, grid_.x.step * factor}, rows{grid_.y.count, grid_.y.step * factor};
    std::vector<PageMap>& maps = slices_[static_cast<std::size_t>(slice.index / grid_.z.step)];
    for (const SliceField& field : slice.fields) maps.push_back(page_map(field, columns, rows, values_of(field.name)));
}

void PageMaps::halve() {
    tbb::parallel_for(std::size_t{0}, slices_.size(), [&](std::size_t i) {
        for (PageMap& map : slices_[i]) map = halved(map);
    });
    further_step_ *= 2;
}

nlohmann::json PageMaps::json(const PageGrid& grid, std::size_t bytes) {
    nlohmann::json maps = nlohmann::json::array();
    if (slices_.empty() || slices_.front().empty()) return maps;
    const std::size_t kinds = slices_.front().size();
    const int factor = thinning(grid_, kinds, tuning::page_map_cells);
    PackedMaps packed = pack(grid);
    for (; total(packed) > bytes && slices_.front().front().cells.size() > 1; packed = pack(grid)) halve();
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        const PageMap& first = slices_.front()[kind];
        nlohmann::json map = {
            {"name", first.name},
            {"unit", first.unit},
            {"codes", first.codes},
            {"values", first.counts_in_values ? nlohmann::json(values_of(first.name)) : nlohmann::json()},
            {"x_step", grid_.x.step * factor * further_step_},
            {"y_step", grid_.y.step * factor * further_step_}};
        std::string all;
        for (std::size_t i = 0; i < packed.size(); ++i) {
            const PageMap& cells = slice_of(grid, i)[kind];
            map["lowest"].push_back(cells.lowest);
            map["highest"].push_back(cells.highest);
            map["bytes"].push_back(packed[i][kind].size());
            all += packed[i][kind];
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
