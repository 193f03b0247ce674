#pragma once

#include <cstdint>

#include "src/engines/consumer.h"
#include "src/scan/grid.h"
#include "src/sweep/block_file.h"

namespace hexscan {

/// The part of a sweep's machines that must reach a point for it to count as reachable.
inline constexpr double reach_share = 0.95;

/// What a sweep's machines reach together, slice by slice for every consumer that asks for nothing else: the points
/// that at least reach_share of them reach, and the share map. It is made of counts and knows no machine: block s of
/// `counts` holds what Meter::reach_counts tells of slice s, of `machines` machines. `counts` must outlive it.
class ReachSlices {
public:
    ReachSlices(const ScanGrid& grid, const BlockFile& counts, std::int64_t machines)
        : grid_(grid), counts_(counts), machines_(machines) {}

    /// May be called from several threads at once.
    Slice slice(int index) const;

private:
    ScanGrid grid_;
    const BlockFile& counts_;
    std::int64_t machines_;
};

}  // namespace hexscan
