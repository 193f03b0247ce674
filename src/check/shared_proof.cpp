#include "src/check/shared_proof.h"

#include <algorithm>
#include <cstdint>

#include "src/machine/home_state.h"

namespace hexscan {
namespace {

/// Searches each condition separately, so that its result does not depend on the others.
template <class Conditions, class Prove>
std::vector<ConditionSearch> searched(const Conditions& conditions, const ProvenMachine& machine,
                                      std::int64_t most_parts, const Loop& loop, const Prove& prove) {
    std::vector<ConditionSearch> searches;
    for (const auto& condition : conditions)
        searches.emplace_back(*condition, 1e-9 * longest_leg_m(machine.machine), most_parts);
    loop(searches.size(), [&](std::size_t k) { prove(searches[k]); });
    return searches;
}

auto of_box(const PoseBox& box) {
    return [&box](ConditionSearch& search) { search.prove(box); };
}

auto of_path(const std::vector<Pose>& poses, const std::vector<SharedStretch>& stretches) {
    return [&](ConditionSearch& search) {
        for (std::size_t i = 0; i < poses.size(); ++i) search.prove(poses[i], static_cast<double>(i));
        for (const SharedStretch& stretch : stretches) search.prove(stretch);
    };
}

MetClearance met(const SharedBound& bound, const ConditionSearch::Violation& violation) {
    const auto& [pose, along] = violation;
    // Rounding may make the clearance positive, so it is limited to 0.
    return {{std::min(bound.clearance_m(pose), 0.0), bound.limit()}, pose, along, bound.state(pose)};
}

void leave_undecided(const ProvenMachine& machine, LimitId limit, bool gave_up, ProofRecord& record) {
    record.leave_undecided(limit, gave_up);
    if (limits_of(machine.whole)[limit].kind == &singularity_limit) record.leave_assembly_open(gave_up);
}

template <class Prove>
void prove_limits(const ProvenMachine& machine, const ProofRequest& request, ProofRecord& record, const Loop& loop,
                  const Prove& prove) {
    const std::int64_t most_parts = request.effort.of(std::min(request.most_parts, request.most_shared_parts));
    const std::vector<ConditionSearch> searches = searched(machine.shared, machine, most_parts, loop, prove);
    for (std::size_t k = 0; k < searches.size(); ++k) {
        record.count(searches[k].parts());
        if (const auto& violation = searches[k].violation())
            record.violate(met(*machine.shared[k], *violation));
        else if (searches[k].is_undecided())
            leave_undecided(machine, machine.shared[k]->limit(), searches[k].gave_up(), record);
    }
}

template <class Prove>
void prove_mode(const ProvenMachine& machine, const ProofRequest& request, ProofRecord& record, const Loop& loop,
                const Prove& prove) {
    const auto conditions = record.mode().conditions();
    const std::int64_t most_parts = request.effort.of(std::min(request.most_parts, request.most_assembly_parts));
    for (const ConditionSearch& search : searched(conditions, machine, most_parts, loop, prove)) {
        record.count(search.parts());
        if (const auto& violation = search.violation())
            record.meet(violation->pose, violation->along);
        else if (search.is_undecided())
            record.leave_assembly_open(search.gave_up());
    }
    if (record.mode().is_known()) record.close_assembly();
}

}  // namespace

void prove_shared(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop) {
    prove_limits(machine, request, record, loop, of_box(box));
}

void prove_shared(const ProvenMachine& machine, const std::vector<Pose>& poses,
                  const std::vector<SharedStretch>& stretches, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop) {
    prove_limits(machine, request, record, loop, of_path(poses, stretches));
}

void prove_assembly(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, ProofRecord& record,
                    const Loop& loop) {
    prove_mode(machine, request, record, loop, of_box(box));
}

void prove_assembly(const ProvenMachine& machine, const std::vector<Pose>& poses,
                    const std::vector<SharedStretch>& stretches, const ProofRequest& request, ProofRecord& record,
                    const Loop& loop) {
    prove_mode(machine, request, record, loop, of_path(poses, stretches));
}

}  // namespace hexscan
