#include "src/check/figures/needs_of_legs.h"

#include <algorithm>
#include <cstddef>

#include "src/check/figures/least_of_legs.h"
#include "src/check/limit_sizing.h"

namespace hexscan {
namespace {

/// True if strokes and joint tilts are within their limits, so that all rods reach.
bool limits_are_kept(const Proof& proof) {
    const bool legs_violated = proof.violated && !proof.least.state;
    return !legs_violated && proof.at_least_m >= 0;
}

NeedOfLegs larger_of(const NeedOfLegs& a, const NeedOfLegs& b) {
    const bool gave_up = a.gave_up || b.gave_up;
    if (a.kind->is_least()) return {a.kind, std::min(a.proved, b.proved), std::min(a.met, b.met), gave_up};
    return {a.kind, std::max(a.proved, b.proved), std::max(a.met, b.met), gave_up};
}

}  // namespace

NeedsOfLegs needs_of_legs(const Machine& machine, const Requirement& requirement, const RequirementResult& result,
                          Effort effort) {
    NeedsOfLegs of_legs;
    if (!machine.is_telescopic() && !limits_are_kept(result.proof) && !rods_reach(machine, requirement, effort))
        return of_legs;
    const std::vector<PoseSpan> poses = requirement.poses->spans();
    auto& needs = of_legs.needs;
    if (machine.load) {
        const LegLoads& loads = of_legs.loads.emplace(leg_loads(machine, poses, effort));
        needs.push_back(
            {&force_limit, loads.force_bound_n(), loads.force_met_n(), loads.pull.gave_up || loads.push.gave_up});
        if (loads.torque_nm) {
            const LargestLoad& torque_nm = *loads.torque_nm;
            needs.push_back({&torque_limit, torque_nm.bound, torque_nm.met, torque_nm.gave_up});
        }
    }
    if (machine.legs_apart) {
        const LeastFigure gap_m = least_gap_m(machine, poses, effort);
        needs.push_back({&gap_limit, gap_m.at_least, gap_m.met, gap_m.gave_up});
    }
    const LeastFigure held = least_conditioning(machine, poses, effort);
    needs.push_back({&conditioning_limit, held.at_least, held.met, held.gave_up});
    if (machine.stiffness) {
        const LeastFigure stiff = least_stiffness_n_per_m(machine, poses, effort);
        needs.push_back({&stiffness_limit, stiff.at_least, stiff.met, stiff.gave_up});
    }
    if (!machine.is_telescopic()) {
        const LeastFigure rate = least_negative_rate(machine, poses, effort);
        needs.push_back({&rate_limit, -rate.at_least, -rate.met, rate.gave_up});
    }
    return of_legs;
}

std::vector<NeedOfLegs> together(std::span<const NeedsOfLegs> all) {
    std::vector<NeedOfLegs> needs = all.front().needs;
    for (const NeedsOfLegs& others : all.subspan(1)) {
        if (others.needs.size() != needs.size()) return {};
        std::ranges::transform(needs, others.needs, needs.begin(), larger_of);
    }
    return needs;
}

}  // namespace hexscan
