#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/check/figures/leg_loads.h"
#include "src/check/requirement_check.h"
#include "src/machine/limit_table.h"

/// The shared limits that a requirement needs, whether or not the machine has them.
namespace hexscan {

/// The least limit of this kind that suffices, the same for all legs; for gaps and conditioning the largest one.
struct NeedOfLegs {
    const LimitKind* kind = nullptr;
    double proved = 0;     ///< Proved to suffice, in SI. Infinite: none is proved.
    double met = 0;        ///< The value that some pose needs, or allows.
    bool gave_up = false;  ///< The search gave up, so with more effort `proved` may come closer to `met`.
};

struct NeedsOfLegs {
    std::optional<LegLoads> loads;  ///< If the machine has a load.
    std::vector<NeedOfLegs> needs;  ///< Forces, torques, gaps of legs with a diameter, conditioning, and rates of rods.
};

/// Empty if `result` does not prove that rods reach all poses of the requirement. Runs on the calling thread alone.
NeedsOfLegs needs_of_legs(const Machine& machine, const Requirement& requirement, const RequirementResult& result,
                          Effort effort = {});

/// The limits that meet all of several requirements. Empty if one of them has none.
std::vector<NeedOfLegs> together(std::span<const NeedsOfLegs> all);

}  // namespace hexscan
