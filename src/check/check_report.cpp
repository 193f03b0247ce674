#include "src/check/check_report.h"

#include <algorithm>
#include <utility>

#include "src/base/progress.h"
#include "src/base/stopwatch.h"
#include "src/check/requirement_file.h"
#include "src/machine/machine_diagnosis.h"
#include "src/machine/machine_file.h"
#include "src/scan/platform_file.h"

namespace hexscan {

bool CheckReport::all_hold() const {
    const auto proved = [](const CheckedRequirement& checked) { return checked.result.outcome == Outcome::proved; };
    return (!home || home->reachable) && std::all_of(requirements.begin(), requirements.end(), proved);
}

const char* outcome_name(Outcome outcome) {
    switch (outcome) {
        case Outcome::proved: return "proved";
        case Outcome::violated: return "violated";
        default: return "grazes";
    }
}

CheckReport check_platform(const PlatformDocument& document) {
    const Stopwatch watch;
    CheckReport report;
    report.file = document.source_name();
    report.platform = read_platform(document);
    const Machine& machine = report.platform.machine;
    std::vector<Requirement> requirements = read_requirements(document, machine);
    for (Requirement& requirement : requirements)
        if (requirement.path) requirement.path->poses = read_poses(requirement.path->file, machine.units);
    report.home = home_state(machine);
    if (report.home) report.at_home = conditioning(machine, report.home->pose);
    report.findings = machine_findings(machine);
    WorkspaceState workspace = look_at_workspace(report.platform);
    report.reachable = workspace.reachable;
    report.findings.insert(report.findings.end(), workspace.findings.begin(), workspace.findings.end());
    const ProvenMachine proven(machine);
    Progress progress("requirements", static_cast<std::int64_t>(requirements.size()), true);
    for (Requirement& requirement : requirements) {
        RequirementResult result = check_requirement(proven, requirement);
        report.requirements.push_back({std::move(requirement), result});
        progress.advance();
    }
    report.seconds = watch.seconds();
    return report;
}

}  // namespace hexscan
