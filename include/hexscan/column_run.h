#pragma once

#include <cstdint>

namespace hexscan {

/// Reachable columns first ... last of one row of the grid, both included.
struct ColumnRun {
    std::int32_t first;  ///< column
    std::int32_t last;   ///< column

    bool operator==(const ColumnRun&) const = default;  ///< Whether they are the same columns.
};

}  // namespace hexscan
