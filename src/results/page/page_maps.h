#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/engines/consumer.h"
#include "src/results/page/page_grid.h"
#include "src/results/pictures/map_colours.h"
#include "src/results/results_tuning.h"

namespace hexscan {

/// A map of one slice with a byte per cell: the entry of the map's palette. If a map has few possible values (the rings
/// of a cone), a cell holds the index of its value instead.
struct PageMap {
    bool has_levels = false;  ///< true if cells are levels of a scale, so that neighbouring cells differ little
    int columns = 0;
    std::string cells;  ///< row after row
};

/// The map of a field at the shown columns and rows of a slice. `values` lists all possible numbers of the field, at
/// most 255 in rising order. It is empty if any number is possible.
PageMap page_map(const SliceField& field, const MapColours& colours, const ThinnedAxis& columns,
                 const ThinnedAxis& rows, const std::vector<float>& values = {});

/// The cells, compressed in zlib format. Levels change little from cell to cell. So each level is first replaced by its
/// difference, modulo 256, from a prediction: the left level plus the level above minus the level above the left one.
/// Cells outside the map count as 0.
std::string compressed_cells(const PageMap& map);

/// Tells the page how to compute a map's number at a pose: {"kinds": [JSON names of limits], "number": the name in
/// MapDefinition::MadeOf}.
nlohmann::json made_of_json(MapKind map);

/// The maps of a whole scan for the page. Their memory is bounded by tuning::page_map_cells.
class PageMaps {
public:
    /// `colours` belong to the slices' fields, in the same order. `tilt_values` are all values that a tilt map can
    /// hold, in rising order; empty if there is no tilt map.
    PageMaps(const PageGrid& grid, std::vector<MapColours> colours, std::vector<float> tilt_values = {});

    /// Stores the fields of a slice, or ignores the slice if the page does not show it. May be called from several
    /// threads at once.
    void take(const Slice& slice);

    /// The maps on the slices of `grid`, whose steps are multiples of the steps of the original grid. Each map has its
    /// name, title, displayed unit, codes, colours, made_of, steps in x and y, the bytes of each slice, and all slices
    /// in base64. If cells are indices of values, "values" lists the values and "entries" their palette entries.
    /// Otherwise both are null. While the maps take more than `bytes`, every second column and row is left out.
    nlohmann::json json(const PageGrid& grid, std::size_t bytes = tuning::page_map_bytes);

private:
    using PackedMaps = std::vector<std::vector<std::string>>;  ///< compressed cells: [shown slice][map]

    PackedMaps pack(const PageGrid& grid) const;
    /// The maps of shown slice `i` of `grid`.
    const std::vector<PageMap>& slice_of(const PageGrid& grid, std::size_t i) const;
    void halve();

    const std::vector<float>& values_of(MapKind map) const;
    /// The description of a map, which is the same for all slices.
    nlohmann::json description(const MapColours& colours) const;

    PageGrid grid_;
    std::vector<MapColours> colours_;
    std::vector<float> tilt_values_;
    std::vector<std::vector<PageMap>> slices_;  ///< one element per shown slice, so that threads need no lock
    int further_step_ = 1;                      ///< the factor that halve() applied after the first thinning
};

}  // namespace hexscan
