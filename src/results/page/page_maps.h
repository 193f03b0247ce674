#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/engines/consumer.h"
#include "src/results/page/page_grid.h"
#include "src/results/pictures/map_colours.h"
#include "src/results/results_tuning.h"

namespace hexscan {

/// A map of one slice in a byte per cell: the entry of the map's palette. Where a map takes few values only (the rings
/// of a cone), cells count in these.
struct PageMap {
    bool has_levels = false;  ///< neighbouring cells are close
    int columns = 0;
    std::string cells;  ///< row after row
};

/// The field at the shown columns and rows of a slice. `values` lists all possible numbers of the field, at most 255 in
/// rising order. It is empty if any number is possible.
PageMap page_map(const SliceField& field, const MapColours& colours, const ThinnedAxis& columns,
                 const ThinnedAxis& rows, const std::vector<float>& values = {});

/// The cells compressed (zlib format). Levels change little from cell to cell, so what is compressed of them is the
/// difference to left + above - above left, modulo 256 and 0 outside.
std::string compressed_cells(const PageMap& map);

/// How pages compute a map's number at a pose: {"kinds": [JSON names of limits], "number": as MapDefinition has it}.
nlohmann::json made_of_json(MapKind map);

/// The maps of a whole scan for the page. Memory is bounded by `page_map_cells` of the tuning.
class PageMaps {
public:
    /// `colours` are those of the slices' fields, in their order. `tilt_values` are all that a tilt map can hold, in
    /// rising order; empty without one.
    PageMaps(const PageGrid& grid, std::vector<MapColours> colours, std::vector<float> tilt_values = {});

    /// Takes the fields of a slice, shown or not. From several threads at once.
    void take(const Slice& slice);

    /// The maps on the slices of `grid`, whose steps are multiples of the first one's. Each map has its name, title,
    /// displayed unit, codes, colours, made_of, steps in x and y, the bytes of each slice, and all slices in base64. If
    /// cells are indices of values, "values" lists these and "entries" their palette entries. Otherwise both are null.
    /// While the maps take more than `bytes`, every second column and row is left out.
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
    std::vector<std::vector<PageMap>> slices_;  ///< of the shown slices, each with a place of its own
    int further_step_ = 1;                      ///< of halve(), on top of the first thinning
};

}  // namespace hexscan
