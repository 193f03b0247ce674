#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/check/figures/leg_loads.h"
#include "src/check/requirement_check.h"
#include "src/machine/limit_table.h"

/// The values of shared limits that a requirement needs, whether or not the machine has these limits.
namespace hexscan {

/// The tightest limit of this kind that suffices, the same for all legs: the largest value for gaps, conditioning and
/// stiffness, the smallest value for other kinds.
struct NeedOfLegs {
    const LimitKind* kind = nullptr;
    double proved = 0;     ///< value that is proved to suffice, in SI; infinite if none is
    double met = 0;        ///< value that some pose requires, or at most allows
    bool gave_up = false;  ///< true if the search gave up: more effort may bring `proved` closer to `met`
};

struct NeedsOfLegs {
    std::optional<LegLoads> loads;  ///< only if the machine has a load
    std::vector<NeedOfLegs> needs;  ///< forces, torques, gaps of legs with a diameter, conditioning, stiffness of
                                    ///< legs that are springs, and rates of rods
};

/// Computes the needs. The result is empty if rods are not proved to reach at all poses of the requirement.
/// Runs on the calling thread only.
NeedsOfLegs needs_of_legs(const Machine& machine, const Requirement& requirement, const RequirementResult& result,
                          Effort effort = {});

/// The limits that satisfy all of several requirements. The result is empty if one requirement has no such limits.
std::vector<NeedOfLegs> together(std::span<const NeedsOfLegs> all);

}  // namespace hexscan
