#pragma once

#include <cstdint>

#include "src/engines/consumer.h"
#include "src/scan/grid.h"
#include "src/sweep/block_file.h"

namespace hexscan {

/// The share of a sweep's machines that must reach a point for the common reach to contain it.
inline constexpr double reach_share = 0.95;

/// The common reach of a sweep's machines as slices: the points that at least the share `reach_share` of the machines
/// reach, and a map of that share. Consumers of slices can use it like a scan. It is computed from counts alone. Block
/// s of `counts` holds the result of Meter::reach_counts() for slice s, over `machines` machines. `counts` must outlive
/// this object.
class ReachSlices {
public:
    ReachSlices(const ScanGrid& grid, const BlockFile& counts, std::int64_t machines)
        : grid_(grid), counts_(counts), machines_(machines) {}

    /// Thread-safe.
    Slice slice(int index) const;

private:
    ScanGrid grid_;
    const BlockFile& counts_;
    std::int64_t machines_;
};

}  // namespace hexscan
