#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/ranks/ranks.h"

namespace hexscan {

/// Work in numbered units. Each rank gets a unit when it requests one, so a slow rank does not delay the other ranks.
struct SharedWork {
    /// Returns the next unit, or nullopt if all units are handed out. Called on rank 0, one call at a time, on the
    /// thread that called share_work().
    std::function<std::optional<std::int64_t>()> next;

    /// Each worker does one unit at a time on its own thread and returns the unit's result. Every rank brings its own
    /// workers: one per device, or one that uses all cores. CUDA's current device belongs to a thread, so a worker sets
    /// it.
    std::vector<std::function<std::string(std::int64_t unit)>> workers;

    /// Takes every result once, in any order. Called on rank 0, one call at a time, on the thread that called
    /// share_work().
    std::function<void(std::int64_t unit, std::string result)> take;
};

/// Shares the work among the workers of all ranks. Every rank must call it the same number of times. Returns when all
/// units are done and taken. A worker holds at most one unit beyond the one in progress. If results arrive faster than
/// they are taken, no further units are handed out. If a worker, `next` or `take` throws on any rank, every rank throws
/// an error of the same kind that names that rank. Units in progress are finished first, and their results are dropped.
void share_work(const SharedWork& work, Ranks& ranks);

}  // namespace hexscan
