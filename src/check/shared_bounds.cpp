#include "src/check/shared_bounds.h"

#include <limits>

#include "src/check/shared/force_bounds.h"
#include "src/check/shared/gap_bounds.h"
#include "src/check/shared/hold_bounds.h"
#include "src/check/shared/rate_bounds.h"
#include "src/check/shared/stiffness_bounds.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/shared_limit.h"

namespace hexscan {
namespace {

/// Stands for a limit that has no bound. No box is ever proved to satisfy it.
class Unbounded final : public SharedBound {
public:
    Unbounded(const Machine& machine, LimitId limit) : SharedBound(machine, limit) {}

    double at_least(const PoseBox&) const override { return -std::numeric_limits<double>::infinity(); }
    double lever_m() const override { return longest_leg_m(machine()); }
    std::string_view subject() const override { return limits_of(machine())[limit()].kind->plural; }
};

std::shared_ptr<const SharedBound> bound_of(const Machine& machine, const Limit& limit) {
    for (const auto make : {gap_bound, obstacle_bound, hold_bound, force_bound, rate_bound, stiffness_bound})
        if (auto bound = make(machine, limit)) return bound;
    return std::make_shared<Unbounded>(machine, limit.id);
}

std::size_t first_shared_row(const Machine& machine) { return leg_count * limits_of_leg(machine); }

Machine with_one_shared_limit(const Machine& machine, std::size_t number) {
    Machine alone = machine;
    const LimitTable limits = limits_of(machine);
    const std::size_t count = limits.rows().size() - first_shared_row(machine);
    for (std::size_t k = 0; k < count; ++k)
        if (k != number) free_shared_limit(alone, k);
    return alone;
}

}  // namespace

SharedBound::SharedBound(const Machine& machine, LimitId limit)
    : limit_(limit), number_(static_cast<std::size_t>(limit) - 1 - first_shared_row(machine)) {
    alone_ = with_one_shared_limit(machine, number_);
}

std::shared_ptr<const PosedSharedLimit> SharedBound::posed(const Rotation& turned) const {
    return posed_shared_limits(alone_, turned)[number_];
}

double SharedBound::asked_at_least(const PoseBox&) const { return -std::numeric_limits<double>::infinity(); }

bool SharedBound::keeps(const Pose& pose) const {
    return posed(rotation_of(pose.orientation, alone_.orientation_order))->keeps(pose.position_m);
}

double SharedBound::clearance_m(const Pose& pose) const {
    return posed(rotation_of(pose.orientation, alone_.orientation_order))->clearance_m(pose.position_m);
}

LimitState SharedBound::state(const Pose& pose) const {
    return posed(rotation_of(pose.orientation, alone_.orientation_order))->state(pose.position_m);
}

SharedBounds shared_bounds(const Machine& machine) {
    SharedBounds bounds;
    const LimitTable table = limits_of(machine);
    const PosedSharedLimits posed = posed_shared_limits(machine, rotation_of({}, machine.orientation_order));
    for (std::size_t k = 0; k < posed.size(); ++k)
        if (posed[k] != freed_limit()) bounds.push_back(bound_of(machine, table.rows()[first_shared_row(machine) + k]));
    return bounds;
}

}  // namespace hexscan
