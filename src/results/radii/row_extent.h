#pragma once

#include <cstdint>

namespace hexscan {

/// What the radii need of one grid row, all in whole columns.
/// `axis_column` below is the first column with x >= 0.
struct RowExtent {
    std::int32_t first = -1, last = -1;   ///< outermost reachable columns, -1 in an empty row
    std::int32_t reachable = 0;           ///< reachable columns
    std::int32_t unreachable_below = -1;  ///< largest unreachable column < axis_column, -1 if none
    std::int32_t unreachable_from = -1;   ///< smallest unreachable column >= axis_column, -1 if none
    bool operator==(const RowExtent&) const = default;
};

}  // namespace hexscan
