#pragma once

#include <cstdint>

namespace hexscan {

/// The reachable columns first ... last of one row of the grid, both included.
struct ColumnRun {
    std::int32_t first;  ///< column
    std::int32_t last;   ///< column

    bool operator==(const ColumnRun&) const = default;  ///< true for the same columns
};

}  // namespace hexscan
