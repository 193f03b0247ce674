#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/ranks/ranks.h"

namespace hexscan {

/// Work in numbered units. Units are handed out on demand, so a slow rank does not delay the others.
struct SharedWork {
    /// Returns the next unit, or nullopt if all are handed out. Called on rank 0, one call at a time, on the thread
    /// that shares the work.
    std::function<std::optional<std::int64_t>()> next;

    /// Each worker does one unit at a time on its own thread and returns the unit's result. Every rank brings its own
    /// workers: one per device, or one that uses all cores. CUDA's current device belongs to a thread, so a worker sets
    /// it.
    std::vector<std::function<std::string(std::int64_t unit)>> workers;

    /// Takes every result once, in any order. Called on rank 0, one call at a time, on the thread that shares the work.
    std::function<void(std::int64_t unit, std::string result)> take;
};

/// Shares the work among the workers of all ranks. Every rank calls it equally often. Returns when all units are done
/// and taken. A worker gets its next unit before it ends the present one, but no more than that. If results arrive
/// faster than they are taken, no further units are handed out.
/// If a worker, `next` or `take` throws on any rank, every rank throws an error of the same kind that names that rank.
/// Units in progress are finished first, and their results are dropped.
void share_work(const SharedWork& work, Ranks& ranks);

}  // namespace hexscan
