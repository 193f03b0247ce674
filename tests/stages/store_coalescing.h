#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/ladder/launch_policy.h"
#include "kernels/warp.h"

/// How many 32-byte sectors the verdict stores of a stage touch, counted on the host with the kernels' own
/// index arithmetic. docs/case-study.md quotes the figures.
namespace hexscan {

/// How the threads of a stage store their verdicts. A thread makes points_per_thread / points_per_store
/// stores.
struct StorePattern {
    LaunchPolicy launch;
    int points_per_store = 1;
    int bytes_per_store = 1;
};

/// The volume stored to: rows of `row_bytes`, slice after slice, from an aligned address on. A row may be
/// longer than its verdicts; the rest is padding.
struct StoreTarget {
    int columns, rows, slices;
    std::size_t row_bytes;
};

/// What a number of store requests amount to. A request is one store instruction of one warp; warps without a
/// thread inside the grid make none.
struct StoreCoalescing {
    std::int64_t requests = 0;
    std::int64_t sectors = 0;
    std::int64_t bytes = 0;

    double sectors_per_request() const;
    /// Bytes stored over bytes of the sectors touched; 1 is perfect.
    double efficiency() const;
};

/// Counts the stores of all warps of a scan of `target`. The threads of a block are numbered x fastest and
/// each 32 in a row are a warp, as CUDA does it.
StoreCoalescing count_store_sectors(const StorePattern& pattern, const StoreTarget& target);

}  // namespace hexscan
