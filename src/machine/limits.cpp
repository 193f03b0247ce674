#include "src/machine/limits.h"

#include <variant>

#include "src/machine/posed_leg.h"

namespace hexscan {

LimitTable limits_of(const Machine& machine) {
    return std::visit([](const auto& legs) { return LimitTable::of_legs(legs.limit_kinds()); }, machine.legs);
}

std::vector<LimitState> limit_states(const Machine& machine, const Pose& pose) {
    if (machine.is_telescopic()) return machine.telescopic().limit_states(machine, pose);
    const PosedLegs posed = posed_legs(machine, rotation_of(pose.orientation, machine.orientation_order));
    std::vector<LimitState> states;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const std::vector<LimitState> of_leg = posed.legs[i]->states(pose.position_m + posed.offset_m[i]);
        states.insert(states.end(), of_leg.begin(), of_leg.end());
    }
    return states;
}

Machine without_limits(const Machine& machine, std::span<const LimitId> limits) {
    return std::visit([&](const auto& legs) { return legs.without_limits(machine, limits); }, machine.legs);
}

}  // namespace hexscan
