#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "src/base/effort.h"
#include "src/check/requirement.h"

namespace hexscan {

enum class Outcome {
    proved,  ///< The required clearance and the shared limits are kept everywhere, in real arithmetic.
    /// One of them is violated at the reported pose. Interval arithmetic or the reference verified it.
    violated,
    other_assembly,  ///< The requirement has a pose that the machine cannot get to from home.
    /// Undecided: the least clearance is too close to the required one, or Proof::undecided or Proof::gave_up is set.
    grazes
};

/// The result of one requirement.
struct RequirementResult {
    Outcome outcome = Outcome::grazes;
    Proof proof;
    std::vector<std::string_view> subjects{};  ///< The subjects of the proof, from ProvenMachine::subjects().
    std::optional<BoxGrowth> growth{};         ///< For poses that have a size.

    /// True if there is no verdict because the proof gave up.
    bool gave_up() const { return outcome == Outcome::grazes && proof.gave_up; }
};

/// A violation of at most this counts as grazing: a billionth of the longest leg. The rounding of the file's numbers is
/// far smaller.
double grazing_tolerance_m(const Machine& machine);

/// Resolution of the least clearance: a millionth of the longest leg.
double least_clearance_tolerance_m(const Machine& machine);

/// The wanted result: the verdict, or also how large the requirement could be, which takes longest.
enum class Asked { outcome, growth };

/// Proves or refutes a requirement. The poses of its file must have been read. If a shared limit is violated, the
/// result has the pose that violates it most, to a thousandth. The search for that pose may end earlier, after
/// tuning::parts_of_loads times the effort.
RequirementResult check_requirement(const ProvenMachine& machine, const Requirement& requirement,
                                    Asked asked = Asked::growth, const Loop& loop = one_by_one, Effort effort = {});

/// The functions below compute single figures on the calling thread alone, so that nothing else influences them.
/// Returns the outcome, and whether the proof gave up.
Found<Outcome> outcome_of(const ProvenMachine& machine, const Requirement& requirement, Effort effort = {});
inline bool is_proved(const ProvenMachine& machine, const Requirement& requirement, Effort effort = {}) {
    return outcome_of(machine, requirement, effort).value == Outcome::proved;
}
/// A proved lower bound on the clearance. It is at most least_clearance_tolerance_m below a clearance that was met,
/// unless the search gave up. It is below 0 if a pose is unreachable. It covers strokes and joint tilts, and does not
/// distinguish assemblies.
Found<double> proved_least_clearance_m(const ProvenMachine& machine, const Requirement& requirement,
                                       Effort effort = {});
/// The factor of its size to which the requirement is proved (BoxGrowth::kept_to). Its poses must have a size.
Found<double> proved_growth(const ProvenMachine& machine, const Requirement& requirement, Effort effort = {});

}  // namespace hexscan
