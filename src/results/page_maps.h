#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/results/page_grid.h"
#include "src/scan/consumer.h"

namespace hexscan {

/// A map of one slice in a byte per cell. Numbers become 255 levels between the slice's lowest and highest value, and
/// `no_level` where there is no finite number; what is bytes already (codes such as the active limit) stays as it is.
struct PageMap {
    std::string name, unit;
    bool codes = false;
    float lowest = 0, highest = 0;  ///< of the finite numbers shown; of codes 0
    int columns = 0;
    std::string cells;  ///< row after row
};

/// Level of a number that is not finite. Levels end at 254.
inline constexpr unsigned char no_level = 255;

/// The field at every `step`-th column and row of a slice of `columns` x `rows` points.
PageMap page_map(const SliceField& field, const ThinnedAxis& columns, const ThinnedAxis& rows);

/// The cells compressed (zlib format). Levels change little from cell to cell, so what is compressed of them is the
/// difference to left + above - above left, modulo 256 and 0 outside.
std::string compressed_cells(const PageMap& map);

/// The maps of a whole scan for the page. Memory is bounded by `most_cells`.
class PageMaps {
public:
    static constexpr std::int64_t most_cells = 16 << 20;  ///< of all maps and slices together, one byte each
    static constexpr std::size_t most_bytes =
        2'200'000;  ///< of all maps, compressed; with runs and libraries below 6 MB

    explicit PageMaps(const PageGrid& grid);

    /// Takes the fields of a slice, shown or not. From several threads at once.
    void take(const Slice& slice);

    /// The maps on the slices of `grid`, whose steps are multiples of the first one's: name, unit, codes, the steps in x
    /// and y, and per slice lowest, highest and bytes; base64 of all slices. Where they take more than `bytes`, every
    /// second column and row is left out until they fit.
    nlohmann::json json(const PageGrid& grid, std::size_t bytes = most_bytes);

private:
    using PackedMaps = std::vector<std::vector<std::string>>;  ///< compressed cells: [shown slice][map]

    PackedMaps pack(const PageGrid& grid) const;
    /// The maps of shown slice `i` of `grid`.
    const std::vector<PageMap>& slice_of(const PageGrid& grid, std::size_t i) const;
    void halve();

    PageGrid grid_;
    std::vector<std::vector<PageMap>> slices_;  ///< of the shown slices, each with a place of its own
    int further_step_ = 1;                      ///< of halve(), on top of the first thinning
};

}  // namespace hexscan
