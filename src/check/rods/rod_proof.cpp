#include "src/check/rods/rod_proof.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"
#include "src/check/rods/rod_bounds.h"
#include "src/machine/home_state.h"

namespace hexscan {

void prove_least_by_trials(const ProvenMachine& machine, const Pose& any, double least_to_m, Effort effort,
                           const ClearanceTrial& trial, ProofRecord& record) {
    bool gave_up = false;
    double kept_m = -infinity, lost_m = record.proof().least.clearance.clearance_m;
    const auto try_clearance = [&](double clearance_m) {
        ProofRequest request;
        request.clearance_m = clearance_m;
        request.most_parts = tuning::parts_of_clearance_trial;
        request.effort = effort;
        ProofRecord tried(machine, request, any);
        tried.meet(any);
        trial(clearance_m, tried);
        const Proof proof = tried.proof();
        record.meet(proof.least.pose, proof.least.along);
        if (!proof.violated && proof.at_least_m >= clearance_m) {
            kept_m = clearance_m;
        } else {
            lost_m = std::min({lost_m, clearance_m, proof.least.clearance.clearance_m});
            // If the clearance of a known pose is as low as the tried one, more parts cannot help.
            gave_up = proof.gave_up && lost_m < proof.least.clearance.clearance_m;
        }
    };
    if (lost_m >= 0) try_clearance(0);
    const double step_m = std::max(least_to_m, 1e-9 * longest_leg_m(machine.machine));
    while (kept_m >= 0 && lost_m - kept_m > step_m) try_clearance(kept_m + (lost_m - kept_m) / 2);
    record.close(kept_m);
    if (gave_up) record.give_up();
}

void prove_rods(const ProvenMachine& machine, const PoseBox& box, double clearance_m, ProofRecord& record,
                const Loop& loop) {
    for (const Pose& corner : corner_poses(box)) record.meet(corner);
    const auto bounds = rod_bounds(machine.machine);
    const OrientationOrder order = machine.machine.orientation_order;
    loop(leg_count, [&](std::size_t leg) {
        const Vector& joint = machine.machine.platform.points_m[leg];
        // Motion of the leg's end per radian of rotation, including the motion relative to its joint's axis.
        const double turned_m = std::sqrt(dot(joint, joint)) + tilting_m(machine.machine.legs, leg);
        const double smallest_m = 1e-12 * reach_m(machine.machine.legs, leg);
        std::vector<PoseBox> open{box};
        while (!open.empty() && !record.violated()) {
            const PoseBox part = open.back();
            open.pop_back();
            const auto [at_least_m, lowest, violated, parts] =
                bounds[leg]->bound(PreparedBox(part, order), clearance_m);
            record.count(parts);
            if (violated) return record.violate(lowest);
            if (at_least_m >= clearance_m || record.exhausted()) {
                record.close(at_least_m);
                continue;
            }
            // Most parts satisfy the clearance but are too large for a proof. So the pose that is most likely to
            // violate it is tested first.
            const RodClearanceBound here = bounds[leg]->bound(PreparedBox(box_of(lowest), order), clearance_m);
            const double here_m = here.at_least_m;
            record.count(here.parts);
            if (here.violated) return record.violate(here.lowest);
            if (here_m < clearance_m) record.meet(lowest);
            if (here_m < clearance_m && record.ends_when_open()) return record.close(here_m);
            const std::size_t split = widest_axis(part, turned_m);
            if (record.grazes(at_least_m, here_m) || !(extent_m(part, split, turned_m) > smallest_m)) {
                record.close(at_least_m);
                continue;
            }
            const auto [low, high] = halves_of(part, split);
            open.push_back(low);
            open.push_back(high);
        }
    });
}

}  // namespace hexscan
