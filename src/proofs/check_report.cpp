#include "src/proofs/check_report.h"

#include <algorithm>
#include <map>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/files/machine_file.h"
#include "src/files/platform_file.h"
#include "src/files/requirement_file.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/mid_pose.h"
#include "src/proofs/pose_report.h"
#include "src/system/all_cores.h"
#include "src/system/stopwatch.h"

namespace hexscan {

bool CheckReport::all_hold() const {
    const auto proved = [](const CheckedRequirement& checked) { return checked.result.outcome == Outcome::proved; };
    const auto fault = [](const Finding& finding) { return finding.weight == Finding::Weight::fault; };
    return std::none_of(findings.begin(), findings.end(), fault) &&
           std::all_of(requirements.begin(), requirements.end(), proved);
}

std::string subjects_text(std::span<const std::string_view> subjects) {
    if (subjects.size() == 1) return std::string(subjects.front());
    return joined(subjects.first(subjects.size() - 1), ", ") + " and " + std::string(subjects.back());
}

std::string outcome_name(const RequirementResult& result) {
    switch (result.outcome) {
        case Outcome::proved: return "proved: " + subjects_text(result.subjects);
        case Outcome::violated: return "violated";
        case Outcome::other_assembly: return "other assembly";
        default: return "grazes";
    }
}

std::string text_of(const OtherAssembly& other, const Machine& machine) {
    const std::string where = pose_text(other.pose, machine.units);
    if (other.because == OtherAssemblyReason::other_side)
        return fmt::format(
            "the machine cannot get from home to {}: this pose is on the other side of the base, where only the mirror "
            "image of the machine fits",
            where);
    return fmt::format(
        "the machine cannot get to {} under control: the determinant of its inverse Jacobian is 0 at this pose or has "
        "the opposite sign to that {}, so a singularity lies on the way",
        where, other.against_home ? "at home" : "elsewhere in the requirement");
}

namespace {

/// Finds requirements with the same poses, so that a proof runs only once for them.
class FirstWithSamePoses {
public:
    /// The index of the first requirement with the same poses. Must be called for all requirements in order.
    std::size_t index(const Requirement& requirement) {
        return first_.try_emplace(requirement.poses.get(), asked_++).first->second;
    }

private:
    std::map<const RequiredPoses*, std::size_t> first_;
    std::size_t asked_ = 0;
};

/// Returns sizes_of(requirement) for all requirements. Computes it once for requirements with the same poses.
template <class SizesOf>
auto sizes_of_all(const std::vector<CheckedRequirement>& checked, const SizesOf& sizes_of) {
    std::vector<std::invoke_result_t<SizesOf, const Requirement&>> all;
    FirstWithSamePoses first_that_asks;
    for (const CheckedRequirement& one : checked) {
        const std::size_t first = first_that_asks.index(one.requirement);
        all.push_back(first < all.size() ? all[first] : sizes_of(one.requirement));
    }
    return all;
}

}  // namespace

std::optional<PosedForces::Forces> forces_at(const Machine& machine, const Pose& pose) {
    if (!machine.load || !std::ranges::all_of(leg_shapes(machine, pose), &LegShape::closes)) return std::nullopt;
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const PosedForces::Forces forces = PosedForces(machine, turned).at(pose.position_m);
    return forces.hold ? std::optional(forces) : std::nullopt;
}

std::vector<CheckedRequirement> check_requirements(const Machine& machine, std::vector<Requirement> requirements,
                                                   Asked asked, Observer& observer, Effort effort) {
    if (requirements.empty()) return {};
    const ProvenMachine proven(machine);
    const std::unique_ptr<Work> work = observer.begin("requirements", static_cast<std::int64_t>(requirements.size()));
    std::vector<CheckedRequirement> checked;
    FirstWithSamePoses first_that_asks;
    for (Requirement& requirement : requirements) {
        const Stopwatch watch;
        const std::size_t first = first_that_asks.index(requirement);
        const RequirementResult result = first < checked.size()
                                             ? checked[first].result
                                             : check_requirement(proven, requirement, asked, on_all_cores, effort);
        checked.push_back({std::move(requirement), result, watch.seconds()});
        work->advance();
    }
    return checked;
}

namespace {

std::optional<CarriedMass> mass_of(const CheckedRequirement& checked, const Machine& machine, Effort effort) {
    const Requirement& requirement = checked.requirement;
    const PoseBox* const box = box_of(*requirement.poses);
    const Machine required = as_required(machine, requirement.of_legs);
    if (!box || !required.load || !required.load->limits()) return std::nullopt;
    const bool reached =
        checked.result.outcome == Outcome::proved || is_proved_unloaded(machine, requirement, effort).value;
    return reached ? carried_mass(required, *box, effort) : std::nullopt;
}

/// Computes the needs of all requirements in parallel, once for requirements with the same poses.
std::vector<NeedsOfLegs> needs_of_all(const std::vector<CheckedRequirement>& checked, const Machine& machine,
                                      Effort effort) {
    std::vector<std::size_t> firsts;
    FirstWithSamePoses first_that_asks;
    for (const CheckedRequirement& one : checked) firsts.push_back(first_that_asks.index(one.requirement));
    std::vector<NeedsOfLegs> needs(checked.size());
    on_all_cores(checked.size(), [&](std::size_t k) {
        if (firsts[k] == k) needs[k] = needs_of_legs(machine, checked[k].requirement, checked[k].result, effort);
    });
    for (std::size_t k = 0; k < needs.size(); ++k)
        if (firsts[k] != k) needs[k] = needs[firsts[k]];
    return needs;
}

/// Cures for the requirements at which a rod does not reach. If the file does not give home as a pose, there are none,
/// because other legs would move home.
std::vector<std::optional<RodCure>> rod_cures(const PlatformDocument& document, const MachineChange& change,
                                              const CheckReport& report, Effort effort) {
    std::vector<std::optional<RodCure>> cures(report.requirements.size());
    if (report.platform.machine.is_telescopic() || !gives_home_pose(document)) return cures;
    const MachineDescription description = read_description(document);
    on_all_cores(cures.size(), [&](std::size_t k) {
        const Requirement& requirement = report.requirements[k].requirement;
        const auto build = [&](const MachineDescription& changed) {
            Machine machine = build_machine(changed);
            change(machine, {requirement});
            return machine;
        };
        if (report.requirements[k].result.outcome == Outcome::violated && report.needs_of_legs[k].needs.empty())
            cures[k] = rod_cure(description, build, requirement, effort);
    });
    return cures;
}

/// A finding that says which home pose is assumed because the file gives none.
std::optional<Finding> home_found(const PlatformDocument& document, const Machine& machine) {
    if (document.root().find("home")) return std::nullopt;
    const MidPose mid = mid_pose(machine);
    std::string text = "the file gives no home, ";
    if (!mid.pose) {
        text += fmt::format("and {}; give home: {{x, y, z, roll, pitch, yaw}}", mid.problem);
    } else if (machine.home) {
        text += fmt::format("so home is where all legs are at their middle (home: mid): {}",
                            pose_text(*mid.pose, machine.units));
    } else {
        text += fmt::format(
            "and the pose where all legs are at their middle ({}) is unreachable: {}; give home: {{x, y, z, roll, "
            "pitch, yaw}}",
            pose_text(*mid.pose, machine.units), violations_text(machine, state_at(machine, *mid.pose)));
    }
    return Finding{Finding::Weight::note, "home-not-given", text};
}

}  // namespace

CheckReport check_platform(const PlatformDocument& document, const std::optional<HalfWidths>& proportions,
                           Observer& observer, const MachineChange& change, Effort effort) {
    const Stopwatch watch;
    CheckReport report;
    report.effort = effort;
    report.file = document.source_name();
    report.platform = read_platform(document);
    std::vector<Requirement> requirements = read_requirements(document, report.platform.machine);
    change(report.platform.machine, requirements);
    const Machine& machine = report.platform.machine;
    for (Requirement& requirement : requirements) requirement = with_file_read(requirement, machine.units);
    report.home = home_state(machine);
    report.home_is_mid = !gives_home_pose(document);
    if (report.home) {
        report.at_home_at_most_m = set_distance(machine, *report.home);
        report.at_home = conditioning(machine, report.home->pose);
        report.error_at_home = worst_pose_error(machine, report.home->pose, asked_leg_error_m);
        report.nearest_at_home = nearest_legs(machine, report.home->pose);
        report.forces_at_home = forces_at(machine, report.home->pose);
        report.stiffness_at_home = stiffness_at(machine, report.home->pose);
    }
    if (report.home && report.home->reachable)
        report.sheet = data_sheet(ProvenMachine(machine), report.home->pose, proportions, on_all_cores, effort);
    report.findings = machine_findings(machine);
    if (auto finding = home_found(document, machine)) report.findings.push_back(std::move(*finding));
    for (const Requirement& requirement : requirements)
        if (auto finding = box_without_home(requirement, machine)) report.findings.push_back(std::move(*finding));
    WorkspaceState workspace = examine_workspace(report.platform, observer, effort);
    report.reachable = workspace.reachable;
    if (report.reachable)
        report.hold =
            look_at_hold(machine, report.platform.scan.orientations.first(), report.reachable->box, on_all_cores);
    report.findings.insert(report.findings.end(), workspace.findings.begin(), workspace.findings.end());
    report.requirements = check_requirements(machine, std::move(requirements), Asked::growth, observer, effort);
    for (const CheckedRequirement& checked : report.requirements)
        report.masses.push_back(mass_of(checked, machine, effort));
    report.needs_of_legs = needs_of_all(report.requirements, machine, effort);
    if (machine.has_kernels())
        report.least_sizes = sizes_of_all(report.requirements, [&](const Requirement& requirement) {
            return least_sizes(machine, requirement, on_all_cores, effort);
        });
    else
        report.limit_sizes = sizes_of_all(report.requirements, [&](const Requirement& requirement) {
            return limit_sizes(machine, requirement, on_all_cores, effort);
        });
    report.rod_cures = rod_cures(document, change, report, effort);
    for (const auto& [requirement, result, seconds] : report.requirements)
        if (result.outcome == Outcome::other_assembly)
            report.findings.push_back({Finding::Weight::fault, "other-assembly",
                                       requirement.name + ": " + text_of(*result.proof.other_assembly, machine)});
    report.seconds = watch.seconds();
    return report;
}

}  // namespace hexscan
