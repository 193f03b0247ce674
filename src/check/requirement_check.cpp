#include "src/check/requirement_check.h"

#include <limits>

#include <tbb/task_arena.h>

#include "src/base/stopwatch.h"
#include "src/check/path_proof.h"
#include "src/machine/home_state.h"

namespace hexscan {
namespace {

Outcome outcome_of(const Proof& proof, double clearance_m) {
    if (proof.violated) return Outcome::violated;
    if (proof.other_assembly) return Outcome::other_assembly;
    return proof.proves(clearance_m) ? Outcome::proved : Outcome::grazes;
}

Proof prove(const ProvenMachine& machine, const Requirement& requirement, const ProofRequest& request) {
    return requirement.path
               ? prove_path(machine, requirement.path->poses, requirement.path->everything_between, request)
               : prove_box(machine, requirement.box, request);
}

}  // namespace

double grazing_tolerance_m(const Machine& machine) { return 1e-9 * longest_leg_m(machine); }

double least_clearance_tolerance_m(const Machine& machine) { return 1e-6 * longest_leg_m(machine); }

RequirementResult check_requirement(const ProvenMachine& machine, const Requirement& requirement, Asked asked) {
    const Stopwatch watch;
    ProofRequest request;
    request.clearance_m = requirement.clearance_m;
    request.tolerance_m = grazing_tolerance_m(machine.machine);
    request.least_to_m = least_clearance_tolerance_m(machine.machine);
    RequirementResult result;
    result.proof = prove(machine, requirement, request);
    result.outcome = outcome_of(result.proof, requirement.clearance_m);
    if (asked == Asked::growth && !requirement.path && has_extent(requirement.box))
        result.growth = box_growth(machine, requirement.box, request, result.outcome == Outcome::proved);
    result.seconds = watch.seconds();
    return result;
}

bool is_proved(const ProvenMachine& machine, const Requirement& requirement) {
    ProofRequest request;
    request.clearance_m = requirement.clearance_m;
    request.tolerance_m = grazing_tolerance_m(machine.machine);
    request.least_to_m = std::numeric_limits<double>::infinity();
    tbb::task_arena alone(1);
    return alone.execute(
        [&] { return outcome_of(prove(machine, requirement, request), requirement.clearance_m) == Outcome::proved; });
}

}  // namespace hexscan
