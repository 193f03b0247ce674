#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/engines/consumer.h"
#include "src/results/page/page_grid.h"
#include "src/results/results_tuning.h"

namespace hexscan {

/// A map of one slice in a byte per cell. Numbers become 255 levels between the slice's lowest and highest value, and
/// `no_level` where there is no finite number; no level changes a number's sign. Where a map takes few values only (the
/// rings of a cone), cells count in these. What is bytes already (codes such as the active limit) stays as it is.
struct PageMap {
    std::string name, unit;
    bool codes = false, counts_in_values = false;
    float lowest = 0, highest = 0;  ///< of the finite numbers shown; of codes 0
    int columns = 0;
    std::string cells;  ///< row after row
};

/// Level of a number that is not finite. Levels end at 254.
inline constexpr unsigned char no_level = 255;

/// The field at every `step`-th column and row of a slice of `columns` x `rows` points. `values` are all that the
/// field's numbers can be, in rising order and at most 255; empty where they can be any.
PageMap page_map(const SliceField& field, const ThinnedAxis& columns, const ThinnedAxis& rows,
                 const std::vector<float>& values = {});

/// The cells compressed (zlib format). Levels change little from cell to cell, so what is compressed of them is the
/// difference to left + above - above left, modulo 256 and 0 outside.
std::string compressed_cells(const PageMap& map);

/// The maps of a whole scan for the page. Memory is bounded by `page_map_cells` of the tuning.
class PageMaps {
public:
    /// `tilt_values` are all that a tilt map can hold, in rising order; empty without one.
    explicit PageMaps(const PageGrid& grid, std::vector<float> tilt_values = {});

    /// Takes the fields of a slice, shown or not. From several threads at once.
    void take(const Slice& slice);

    /// The maps on the slices of `grid`, whose steps are multiples of the first one's: name, unit, codes, the steps in
    /// x and y, the values that cells count in or null, and per slice lowest, highest and bytes; base64 of all slices.
    /// Where they take more than `bytes`, every second column and row is left out until they fit.
    nlohmann::json json(const PageGrid& grid, std::size_t bytes = tuning::page_map_bytes);

private:
    using PackedMaps = std::vector<std::vector<std::string>>;  ///< compressed cells: [shown slice][map]

    PackedMaps pack(const PageGrid& grid) const;
    /// The maps of shown slice `i` of `grid`.
    const std::vector<PageMap>& slice_of(const PageGrid& grid, std::size_t i) const;
    void halve();

    const std::vector<float>& values_of(const std::string& map) const;

    PageGrid grid_;
    std::vector<float> tilt_values_;
    std::vector<std::vector<PageMap>> slices_;  ///< of the shown slices, each with a place of its own
    int further_step_ = 1;                      ///< of halve(), on top of the first thinning
};

}  // namespace hexscan
