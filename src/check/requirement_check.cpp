#include "src/check/requirement_check.h"

#include <limits>

#include "src/machine/home_state.h"

namespace hexscan {
namespace {

Outcome outcome_of(const Proof& proof, double clearance_m) {
    if (proof.violated) return Outcome::violated;
    if (proof.other_assembly) return Outcome::other_assembly;
    return proof.proves(clearance_m) ? Outcome::proved : Outcome::grazes;
}

ProofRequest verdict_only(const ProvenMachine& machine, const Requirement& requirement) {
    ProofRequest request;
    request.clearance_m = requirement.clearance_m;
    request.tolerance_m = grazing_tolerance_m(machine.machine);
    request.least_to_m = std::numeric_limits<double>::infinity();
    return request;
}

/// A requirement that asks more of legs than the machine does is proved of a machine of its own.
template <class Prove>
auto on_its_machine(const ProvenMachine& machine, const Requirement& requirement, const Prove& prove) {
    if (!requirement.of_legs.any()) return prove(machine);
    return prove(ProvenMachine(as_required(machine.whole, requirement.of_legs)));
}

}  // namespace

double grazing_tolerance_m(const Machine& machine) { return 1e-9 * longest_leg_m(machine); }

double least_clearance_tolerance_m(const Machine& machine) { return 1e-6 * longest_leg_m(machine); }

RequirementResult check_requirement(const ProvenMachine& given, const Requirement& requirement, Asked asked,
                                    const Loop& loop) {
    ProofRequest request;
    request.clearance_m = requirement.clearance_m;
    request.tolerance_m = grazing_tolerance_m(given.machine);
    request.least_to_m = least_clearance_tolerance_m(given.machine);
    return on_its_machine(given, requirement, [&](const ProvenMachine& machine) {
        RequirementResult result;
        result.subjects = machine.subjects();
        result.proof = requirement.poses->prove(machine, request, loop);
        result.outcome = outcome_of(result.proof, requirement.clearance_m);
        if (asked == Asked::growth)
            result.growth = requirement.poses->growth(machine, request, result.outcome == Outcome::proved, loop);
        return result;
    });
}

bool is_proved(const ProvenMachine& given, const Requirement& requirement) {
    return on_its_machine(given, requirement, [&](const ProvenMachine& machine) {
        const Proof proof = requirement.poses->prove(machine, verdict_only(machine, requirement), one_by_one);
        return outcome_of(proof, requirement.clearance_m) == Outcome::proved;
    });
}

double proved_least_clearance_m(const ProvenMachine& given, const Requirement& requirement) {
    ProofRequest request;
    // What is not asked for is not violated: the search goes on to the least.
    request.clearance_m = -std::numeric_limits<double>::infinity();
    request.least_to_m = least_clearance_tolerance_m(given.machine);
    return on_its_machine(given, requirement, [&](const ProvenMachine& machine) {
        return requirement.poses->prove(machine, request, one_by_one).at_least_m;
    });
}

double proved_growth(const ProvenMachine& given, const Requirement& requirement) {
    const bool kept = is_proved(given, requirement);
    return on_its_machine(given, requirement, [&](const ProvenMachine& machine) {
        const ProofRequest request = verdict_only(machine, requirement);
        return requirement.poses->growth(machine, request, kept, one_by_one).value().kept_to;
    });
}

}  // namespace hexscan
