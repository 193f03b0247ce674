#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "src/base/effort.h"
#include "src/check/requirement.h"

namespace hexscan {

enum class Outcome {
    proved,  ///< all poses have the required clearance and satisfy the shared limits, in real arithmetic
    /// The reported pose lacks the clearance or violates a shared limit. Interval arithmetic or the reference test
    /// verified this.
    violated,
    other_assembly,  ///< the requirement contains a pose that the machine cannot reach from home
    /// Undecided: the least clearance is too close to the required one, or Proof::undecided or Proof::gave_up is set.
    grazes
};

/// The result of one requirement.
struct RequirementResult {
    Outcome outcome = Outcome::grazes;
    Proof proof;
    std::vector<std::string_view> subjects{};  ///< what the proof covers, from ProvenMachine::subjects()
    std::optional<BoxGrowth> growth{};         ///< only for requirements with a size

    /// True if there is no verdict because the proof gave up.
    bool gave_up() const { return outcome == Outcome::grazes && proof.gave_up; }
};

/// Violations of at most this size count as grazing: a billionth of the longest leg. Rounding errors of the file's
/// numbers are far smaller.
double grazing_tolerance_m(const Machine& machine);

/// Resolution of the least clearance: a millionth of the longest leg.
double least_clearance_tolerance_m(const Machine& machine);

/// The result to compute: only the verdict, or also how large the requirement could be. The latter takes longest.
enum class Asked { outcome, growth };

/// Proves or refutes a requirement. Its file of poses must have been read. If a shared limit is violated, the result
/// contains the pose that violates limits of its kind most, to a thousandth. The search for that pose may give up
/// earlier, after tuning::parts_of_loads parts, times the effort.
RequirementResult check_requirement(const ProvenMachine& machine, const Requirement& requirement,
                                    Asked asked = Asked::growth, const Loop& loop = one_by_one, Effort effort = {});

/// This function and those below compute a single figure each, on the calling thread only, so that results do not
/// depend on other threads. outcome_of() returns the outcome, and whether the proof gave up.
Found<Outcome> outcome_of(const ProvenMachine& machine, const Requirement& requirement, Effort effort = {});
inline bool is_proved(const ProvenMachine& machine, const Requirement& requirement, Effort effort = {}) {
    return outcome_of(machine, requirement, effort).value == Outcome::proved;
}
/// A proved lower bound on the clearance. The smallest clearance found is larger by at most
/// least_clearance_tolerance_m(), unless the search gave up. The bound is negative if a pose is unreachable. It covers
/// strokes and joint tilts, and does not distinguish assembly modes.
Found<double> proved_least_clearance_m(const ProvenMachine& machine, const Requirement& requirement,
                                       Effort effort = {});
/// The factor up to which the size of the requirement can grow and still be proved (BoxGrowth::kept_to). The
/// requirement must have a size.
Found<double> proved_growth(const ProvenMachine& machine, const Requirement& requirement, Effort effort = {});

}  // namespace hexscan
