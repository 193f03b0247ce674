#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/check/figures/leg_loads.h"
#include "src/check/requirement_check.h"
#include "src/machine/limit_table.h"

/// Limits on all legs together that a requirement needs, whether or not the machine has them.
namespace hexscan {

/// How large a limit of this kind would have to be, the same for all legs, or of gaps and conditioning how large it may
/// be: none that is clearly smaller, or larger, would do.
struct NeedOfLegs {
    const LimitKind* kind = nullptr;
    double proved = 0;     ///< in SI; infinite where none is proved
    double met = 0;        ///< what a pose needs, or allows
    bool gave_up = false;  ///< the search for what is proved; with more effort it may come nearer to what is met
};

struct NeedsOfLegs {
    std::optional<LegLoads> loads;  ///< of a machine that has a load
    std::vector<NeedOfLegs>
        needs;  ///< forces and torques, gaps of legs that have a thickness, conditioning, rates of rods
};

/// Empty where rods do not reach all of the requirement, as `result` has it. On the calling thread alone.
NeedsOfLegs needs_of_legs(const Machine& machine, const Requirement& requirement, const RequirementResult& result,
                          Effort effort = {});

/// What meets all of several requirements. Empty where one of them has none.
std::vector<NeedOfLegs> together(std::span<const NeedsOfLegs> all);

}  // namespace hexscan
