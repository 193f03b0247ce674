#include "src/check/requirement_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "src/check/figures/least_figure.h"
#include "src/machine/home_state.h"
#include "src/machine/limits.h"

namespace hexscan {
namespace {

Outcome outcome_of(const Proof& proof, double clearance_m) {
    if (proof.violated) return Outcome::violated;
    if (proof.other_assembly) return Outcome::other_assembly;
    return proof.proves(clearance_m) ? Outcome::proved : Outcome::grazes;
}

ProofRequest verdict_only(const ProvenMachine& machine, const Requirement& requirement, Effort effort) {
    ProofRequest request;
    request.effort = effort;
    request.clearance_m = requirement.clearance_m;
    request.tolerance_m = grazing_tolerance_m(machine.machine);
    request.least_to_m = std::numeric_limits<double>::infinity();
    return request;
}

/// The margin to a shared limit, as a figure.
class LeftOfLimit final : public Figure {
public:
    LeftOfLimit(std::shared_ptr<const SharedBound> bound, const LimitKind& kind, double allowed)
        : bound_(std::move(bound)), kind_(kind), allowed_(allowed) {}

    double at(const Pose& pose) const override { return bound_->state(pose).left; }
    double at_least(const PoseBox& box, LeastMet&) const override {
        return kind_.is_least() ? bound_->asked_at_least(box) - allowed_ : bound_->at_least(box);
    }
    double lever_m() const override { return bound_->lever_m(); }
    std::size_t halved_axis(const PoseBox& box) const override { return bound_->halved_axis(box); }
    /// The violation at a pose. Because of rounding the clearance may be positive, so it is limited to 0.
    MetClearance beyond(const Pose& pose, double along) const {
        return {{std::min(bound_->clearance_m(pose), 0.0), bound_->limit()}, pose, along, bound_->state(pose)};
    }

private:
    std::shared_ptr<const SharedBound> bound_;
    const LimitKind& kind_;
    double allowed_;
};

/// Finds the pose that violates a limit of the violated kind most. The limit on the side of singularities has no
/// measure of violation, so its pose does not change.
void find_worst_pose(const ProvenMachine& machine, const Requirement& requirement, Effort effort, Proof& proof) {
    if (!proof.violated || !proof.least.state) return;
    const LimitTable table = limits_of(machine.whole);
    const LimitKind& kind = *table[proof.least.clearance.limit].kind;
    if (&kind == &singularity_limit) return;
    Figures figures;
    std::vector<const LeftOfLimit*> limits;
    for (const auto& bound : machine.shared) {
        if (table[bound->limit()].kind != &kind) continue;
        auto figure = std::make_unique<LeftOfLimit>(bound, kind, bound->state(proof.least.pose).allowed);
        limits.push_back(figure.get());
        figures.push_back(std::move(figure));
    }
    constexpr double tolerance = 1e-3;
    const double allowed = std::abs(proof.least.state->allowed);
    const int parts = &kind == &stiffness_limit ? tuning::parts_of_worst_stiffness : tuning::parts_of_loads;
    const LeastFigure worst = least_figure(figures, requirement.poses->spans(), {tolerance * allowed, tolerance},
                                           effort.of(parts), FirstMet::all_corners);
    if (!(worst.met < proof.least.state->left)) return;
    for (const LeftOfLimit* const limit : limits)
        if (limit->at(worst.at) == worst.met) proof.least = limit->beyond(worst.at, worst.along);
}

/// Runs a proof on the machine, with the requirement's own limits on legs if it has any.
template <class Prove>
auto on_its_machine(const ProvenMachine& machine, const Requirement& requirement, const Prove& prove) {
    if (!requirement.of_legs.any()) return prove(machine);
    return prove(ProvenMachine(as_required(machine.whole, requirement.of_legs)));
}

}  // namespace

double grazing_tolerance_m(const Machine& machine) { return 1e-9 * longest_leg_m(machine); }

double least_clearance_tolerance_m(const Machine& machine) { return 1e-6 * longest_leg_m(machine); }

RequirementResult check_requirement(const ProvenMachine& given, const Requirement& requirement, Asked asked,
                                    const Loop& loop, Effort effort) {
    ProofRequest request;
    request.effort = effort;
    request.clearance_m = requirement.clearance_m;
    request.tolerance_m = grazing_tolerance_m(given.machine);
    request.least_to_m = least_clearance_tolerance_m(given.machine);
    return on_its_machine(given, requirement, [&](const ProvenMachine& machine) {
        RequirementResult result;
        result.subjects = machine.subjects();
        result.proof = requirement.poses->prove(machine, request, loop);
        result.outcome = outcome_of(result.proof, requirement.clearance_m);
        find_worst_pose(machine, requirement, effort, result.proof);
        if (asked == Asked::growth)
            result.growth = requirement.poses->growth(machine, request, result.outcome == Outcome::proved, loop);
        return result;
    });
}

Found<Outcome> outcome_of(const ProvenMachine& given, const Requirement& requirement, Effort effort) {
    return on_its_machine(given, requirement, [&](const ProvenMachine& machine) {
        const Proof proof = requirement.poses->prove(machine, verdict_only(machine, requirement, effort), one_by_one);
        const Outcome outcome = outcome_of(proof, requirement.clearance_m);
        return Found<Outcome>{outcome, outcome == Outcome::grazes && proof.gave_up};
    });
}

Found<double> proved_least_clearance_m(const ProvenMachine& given, const Requirement& requirement, Effort effort) {
    ProofRequest request;
    request.effort = effort;
    // No clearance is required, so nothing is violated and the search continues until it has the least clearance.
    request.clearance_m = -std::numeric_limits<double>::infinity();
    request.least_to_m = least_clearance_tolerance_m(given.machine);
    return on_its_machine(given, requirement, [&](const ProvenMachine& machine) {
        const Proof proof = requirement.poses->prove(machine, request, one_by_one);
        return Found<double>{proof.at_least_m, proof.gave_up};
    });
}

Found<double> proved_growth(const ProvenMachine& given, const Requirement& requirement, Effort effort) {
    const bool kept = is_proved(given, requirement, effort);
    return on_its_machine(given, requirement, [&](const ProvenMachine& machine) {
        const ProofRequest request = verdict_only(machine, requirement, effort);
        const BoxGrowth growth = requirement.poses->growth(machine, request, kept, one_by_one).value();
        return Found<double>{growth.kept_to, growth.gave_up};
    });
}

}  // namespace hexscan
