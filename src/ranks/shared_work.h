#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/ranks/ranks.h"

namespace hexscan {

/// Work in numbered units, handed out on demand, so that a slow rank holds nobody up.
struct SharedWork {
    /// The next unit that is to be done, or nothing when all are handed out. Asked on rank 0, one call at a time, on
    /// the thread that shares the work.
    std::function<std::optional<std::int64_t>()> next;

    /// Each does one unit at a time on a thread of its own and returns the unit's result. Every rank brings its own:
    /// one per device, or one that uses all cores. CUDA's current device belongs to a thread, so a worker sets it.
    std::vector<std::function<std::string(std::int64_t unit)>> workers;

    /// Takes every result once, on rank 0, one call at a time, in any order, on the thread that shares the work.
    std::function<void(std::int64_t unit, std::string result)> take;
};

/// Shares the work out over the workers of all ranks. Every rank calls it, as many times as the others; it returns
/// when all units are done and taken. A worker has its next unit in hand before it ends the present one, and no more
/// than that; where results come faster than they are taken, no further units are handed out.
/// What a worker, `next` or `take` throws on any rank is thrown on every rank, as an error of the same kind that names
/// the rank; units under way are finished first, and their results dropped.
void share_work(const SharedWork& work, Ranks& ranks);

}  // namespace hexscan
