#include "hexscan/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/api/effort_of.h"
#include "src/api/machine_inside.h"
#include "src/files/json_fields.h"
#include "src/files/requirements/box_requirement.h"
#include "src/proofs/check_report.h"
#include "src/system/all_cores.h"

namespace hexscan {
namespace {

Verdict verdict_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::proved: return Verdict::proved;
        case Outcome::violated: return Verdict::violated;
        case Outcome::other_assembly: return Verdict::other_assembly;
        default: return Verdict::undecided;
    }
}

/// The smallest clearance that the proof met, with its pose. For the outcome other_assembly it is the clearance at the
/// pose in the other assembly mode.
MetClearance decisive_clearance(const Machine& machine, const RequirementResult& result) {
    if (result.outcome != Outcome::other_assembly) return result.proof.least;
    const Pose& pose = result.proof.other_assembly->pose;
    return {pose_clearance(machine, pose), pose};
}

ProofResult proven(const Machine& machine, const Requirement& requirement, const RequirementResult& result) {
    const MetClearance least = decisive_clearance(as_required(machine, requirement.of_legs), result);
    NearestLimit room = nearest_limit_of(least.clearance, as_required(machine, requirement.of_legs));
    const LimitTable limits = limits_of(machine);
    const auto same = std::ranges::find(limits.rows(), room.limit_name, &Limit::name);
    room.limit = same == limits.rows().end() ? 0 : static_cast<int>(same->id);
    return {requirement.name, verdict_of(result.outcome), room, outer_pose(least.pose)};
}

void require_range(const PoseRange& range, double clearance_m) {
    const double* const low = &range.low.x_m;
    const double* const high = &range.high.x_m;
    constexpr std::array names{"x", "y", "z", "roll", "pitch", "yaw"};
    for (std::size_t k = 0; k < names.size(); ++k)
        if (!(low[k] <= high[k] && std::isfinite(low[k]) && std::isfinite(high[k])))
            throw UsageError(fmt::format(
                "{}: runs from {} to {}; both must be finite, and the first must not be larger than the second",
                names[k], low[k], high[k]));
    if (!(clearance_m >= 0 && std::isfinite(clearance_m)))
        throw UsageError(fmt::format("clearance: is {}; must be a length in metres, 0 or more", clearance_m));
}

/// The limits that the caller requires of this machine. Callers of the library use SI, whatever the units of the
/// machine's file.
RequiredOfLegs required_of(const LegRequirements& asked, Machine machine) {
    const RequiredOfLegs required{asked.apart_m,           asked.conditioning, asked.rate,
                                  asked.stiffness_n_per_m, asked.max_force_n,  asked.max_torque_nm};
    machine.units = {};
    if (const auto problem = required_problem(required, machine))
        throw UsageError(fmt::format("{}: {}", problem->key, problem->text));
    return required;
}

}  // namespace

bool Check::all_hold() const {
    return faults.empty() && std::all_of(requirements.begin(), requirements.end(),
                                         [](const ProofResult& one) { return one.verdict == Verdict::proved; });
}

Check check(const Hexapod& machine, Observer& observer, const CheckOptions& options) {
    const CheckReport report =
        check_platform(machine.inside().document, {}, observer, as_in_its_file, effort_of(options.effort));
    Check check;
    for (const Finding& finding : report.findings)
        (finding.weight == Finding::Weight::fault ? check.faults : check.notes).push_back(finding.text);
    for (const CheckedRequirement& one : report.requirements)
        check.requirements.push_back(proven(report.platform.machine, one.requirement, one.result));
    check.text = check_text(report, {.details = true});
    check.json = json_text(check_json(report));
    return check;
}

ProofResult prove(const Hexapod& machine, const PoseRange& range, double clearance_m, const LegRequirements& of_legs,
                  const CheckOptions& options) {
    require_range(range, clearance_m);
    const PoseBox box{coordinates_of(inner_pose(range.low)), coordinates_of(inner_pose(range.high))};
    const Machine& inner = machine.inside().platform.machine;
    const Requirement requirement{"", clearance_m, required_box(box), required_of(of_legs, inner)};
    return proven(
        inner, requirement,
        check_requirement(ProvenMachine(inner), requirement, Asked::outcome, on_all_cores, effort_of(options.effort)));
}

}  // namespace hexscan
