#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "src/base/effort.h"
#include "src/check/requirement.h"

namespace hexscan {

enum class Outcome {
    proved,          ///< the clearance asked for is kept everywhere, in real arithmetic, and so is what legs share
    violated,        ///< one of them is not at the pose named, verified in interval arithmetic or by the reference
    other_assembly,  ///< it holds a pose that the machine cannot get to from home
    grazes  ///< the least clearance and the one asked for are too close to decide, Proof::undecided or Proof::gave_up
};

/// What came of one requirement.
struct RequirementResult {
    Outcome outcome = Outcome::grazes;
    Proof proof;
    std::vector<std::string_view> subjects{};  ///< ProvenMachine::subjects(): what is proved
    std::optional<BoxGrowth> growth{};         ///< of poses that have a size

    /// Nothing came of it because the proof gave up.
    bool gave_up() const { return outcome == Outcome::grazes && proof.gave_up; }
};

/// A violation of no more than this counts as grazing: a billionth of the longest leg. What the file's numbers lose in
/// conversion is far less.
double grazing_tolerance_m(const Machine& machine);

/// How close the least clearance is told: a millionth of the longest leg.
double least_clearance_tolerance_m(const Machine& machine);

/// What is to be known of a requirement: whether it holds, or also how large it could be, which takes longest.
enum class Asked { outcome, growth };

/// Proves or refutes a requirement; the poses of its file must have been read. Of a limit that legs share and that is
/// violated the pose that is farthest beyond it is told, to a thousandth, unless the search for it ended after
/// tuning::parts_of_loads times the effort.
RequirementResult check_requirement(const ProvenMachine& machine, const Requirement& requirement,
                                    Asked asked = Asked::growth, const Loop& loop = one_by_one, Effort effort = {});

/// Single figures of a requirement, on the calling thread alone: the same whatever else is computed.
/// Its outcome, and whether the proof gave up.
Found<Outcome> outcome_of(const ProvenMachine& machine, const Requirement& requirement, Effort effort = {});
inline bool is_proved(const ProvenMachine& machine, const Requirement& requirement, Effort effort = {}) {
    return outcome_of(machine, requirement, effort).value == Outcome::proved;
}
/// A clearance that is nowhere smaller, proved, and no more than least_clearance_tolerance_m below one that was met
/// unless the search gave up;
/// below 0 where a pose is not reachable. Strokes and joint tilts only: other assemblies are not told apart.
Found<double> proved_least_clearance_m(const ProvenMachine& machine, const Requirement& requirement,
                                       Effort effort = {});
/// As many times as large about its middle it is proved, see BoxGrowth::kept_to; its poses must have a size.
Found<double> proved_growth(const ProvenMachine& machine, const Requirement& requirement, Effort effort = {});

}  // namespace hexscan
