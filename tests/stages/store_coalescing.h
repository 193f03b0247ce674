#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/ladder/launch_policy.h"
#include "kernels/warp.h"

/// Counts the 32-byte sectors that the verdict stores of a stage touch. It counts on the host, with the kernels' own
/// index arithmetic. docs/case-study-limits.md quotes the figures.
namespace hexscan {

/// The stores of a stage's threads. A thread makes points_per_thread / points_per_store stores.
struct StorePattern {
    LaunchPolicy launch;
    int points_per_store = 1;
    int bytes_per_store = 1;
};

/// The memory that receives the verdicts: rows of `row_bytes`, slice after slice, from an aligned address on. A row may
/// be longer than its verdicts; the rest is padding.
struct StoreTarget {
    int columns, rows, slices;
    std::size_t row_bytes;
};

/// Totals over store requests. A request is one store instruction of one warp. Warps without a thread inside the grid
/// make none.
struct StoreCoalescing {
    std::int64_t requests = 0;
    std::int64_t sectors = 0;
    std::int64_t bytes = 0;

    double sectors_per_request() const;
    /// Stored bytes divided by the bytes of the touched sectors. 1 is perfect.
    double efficiency() const;
};

/// Counts the stores of all warps of a scan of `target`. As in CUDA, the threads of a block are numbered x fastest, and
/// 32 consecutive threads are a warp.
StoreCoalescing count_store_sectors(const StorePattern& pattern, const StoreTarget& target);

}  // namespace hexscan
