#include "src/check/proof.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/check/rods/rod_bounds.h"

namespace hexscan {

std::vector<std::string_view> ProvenMachine::subjects() const {
    std::vector<std::string_view> subjects = limited_motions(machine);
    for (const auto& bound : shared)
        if (std::ranges::find(subjects, bound->subject()) == subjects.end()) subjects.push_back(bound->subject());
    return subjects;
}

Interval clearance_at(const ProvenMachine& machine, const Pose& pose) {
    if (!machine.machine.is_telescopic()) return rod_clearance_at(machine.machine, pose);
    Interval least{infinity, infinity};
    for (const auto& leg : clearances_at(machine.legs, pose))
        for (const Interval& clearance : leg)
            least = {std::min(least.lo, clearance.lo), std::min(least.hi, clearance.hi)};
    return least;
}

ProofRecord::ProofRecord(const ProvenMachine& machine, const ProofRequest& request, const Pose& any)
    : machine_(machine), request_(request), mode_(machine.whole, any), least_m_(infinity), at_least_m_(infinity) {
    least_.clearance.clearance_m = infinity;
}

void ProofRecord::meet(const Pose& pose, double along) {
    if (const auto apart = mode_.apart(pose)) {
        const std::lock_guard lock(mutex_);
        if (!other_assembly_) other_assembly_ = apart;
    }
    const PoseClearance clearance = pose_clearance(machine_.machine, pose);
    if (!(clearance.clearance_m < least_m_.load(std::memory_order_relaxed))) return;
    const std::lock_guard lock(mutex_);
    if (!(clearance.clearance_m < least_.clearance.clearance_m)) return;
    least_ = {clearance, pose, along};
    least_m_ = clearance.clearance_m;
    if (clearance.clearance_m < request_.clearance_m - request_.tolerance_m &&
        clearance_at(machine_, pose).hi < request_.clearance_m)
        violated_ = true;
}

void ProofRecord::close(double at_least_m) {
    if (std::isnan(at_least_m)) at_least_m = -infinity;
    const bool asks_only_least = !std::isfinite(request_.clearance_m);
    if (!(at_least_m >= (asks_only_least ? enough_m() : request_.clearance_m)) && exhausted()) give_up();
    double now = at_least_m_.load(std::memory_order_relaxed);
    while (at_least_m < now && !at_least_m_.compare_exchange_weak(now, at_least_m, std::memory_order_relaxed)) {
    }
}

void ProofRecord::violate(const MetClearance& violation) {
    const std::lock_guard lock(mutex_);
    if (violated_) return;
    least_ = violation;
    violated_ = true;
}

void ProofRecord::violate(const Pose& pose, double along) {
    meet(pose, along);
    violate({pose_clearance(machine_.machine, pose), pose, along});
}

void ProofRecord::leave_undecided(LimitId limit, bool gave_up) {
    if (gave_up) give_up();
    const std::lock_guard lock(mutex_);
    if (undecided_ == LimitId::none) undecided_ = limit;
}

void ProofRecord::close_assembly() {
    const std::lock_guard lock(mutex_);
    if (assembly_ != OneAssembly::sampled) assembly_ = OneAssembly::proved;
}

void ProofRecord::leave_assembly_open(bool gave_up) {
    if (gave_up) give_up();
    const std::lock_guard lock(mutex_);
    assembly_ = OneAssembly::sampled;
}

double ProofRecord::enough_m() const {
    const double nearly_least_m = least_m_.load(std::memory_order_relaxed) - request_.least_to_m;
    return nearly_least_m > request_.clearance_m ? nearly_least_m : request_.clearance_m;
}

bool ProofRecord::grazes(double at_least_m, double clearance_m) const {
    return at_least_m >= request_.clearance_m - request_.tolerance_m &&
           clearance_m < request_.clearance_m + request_.tolerance_m;
}

bool ProofRecord::settled() const {
    const std::lock_guard lock(mutex_);
    return violated_ || other_assembly_;
}

Proof ProofRecord::proof() const {
    const std::lock_guard lock(mutex_);
    return {violated_, other_assembly_, assembly_, undecided_, gave_up_, at_least_m_, least_, parts_};
}

}  // namespace hexscan
