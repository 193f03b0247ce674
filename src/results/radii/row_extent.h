#pragma once

#include <cstdint>

namespace hexscan {

/// The facts about one grid row from which the radii are computed, in whole columns. `axis_column` is the first column
/// with x >= 0.
struct RowExtent {
    std::int32_t first = -1, last = -1;   ///< Outermost reachable columns; -1 in an empty row.
    std::int32_t reachable = 0;           ///< Number of reachable columns.
    std::int32_t unreachable_below = -1;  ///< Largest unreachable column < axis_column; -1 if none.
    std::int32_t unreachable_from = -1;   ///< Smallest unreachable column >= axis_column; -1 if none.
    bool operator==(const RowExtent&) const = default;
};

}  // namespace hexscan
