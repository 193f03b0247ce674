#include "src/machine/limits.h"

#include <variant>

namespace hexscan {

LimitTable limits_of(const Machine& machine) {
    return std::visit([](const auto& legs) { return LimitTable::of_legs(legs.limit_kinds()); }, machine.legs);
}

std::vector<LimitState> limit_states(const Machine& machine, const Pose& pose) {
    return std::visit([&](const auto& legs) { return legs.limit_states(machine, pose); }, machine.legs);
}

Machine without_limits(const Machine& machine, std::span<const LimitId> limits) {
    return std::visit([&](const auto& legs) { return legs.without_limits(machine, limits); }, machine.legs);
}

}  // namespace hexscan
