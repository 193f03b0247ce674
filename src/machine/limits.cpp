#include "src/machine/limits.h"

#include <array>
#include <variant>

#include "src/machine/legs/joint_limits.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/shared/shared_limit.h"

namespace hexscan {
namespace {

/// The kinds of limits of a leg in three groups: the leg itself, its lower joint, its upper joint.
std::array<std::span<const LimitKind>, 3> groups_of(const Machine& machine) {
    return std::visit(
        [&]<class Legs>(const Legs&) -> std::array<std::span<const LimitKind>, 3> {
            return {Legs::limit_kinds(), joint_limits(machine.base, Legs::foot),
                    joint_limits(machine.platform, JointPlace::platform)};
        },
        machine.legs);
}

/// The member of a machine that stores a limit's value.
struct Place {
    JointSet Machine::*joints;  ///< null: the value is one of the legs' own numbers
    std::size_t leg, limit;
};

Place place_of(const Machine& machine, LimitId id) {
    const auto [own, at_foot, at_platform] = groups_of(machine);
    const std::size_t each = own.size() + at_foot.size() + at_platform.size();
    const std::size_t row = static_cast<std::size_t>(id) - 1, leg = row / each, limit = row % each;
    if (limit < own.size()) return {nullptr, leg, limit};
    if (limit < own.size() + at_foot.size()) return {&Machine::base, leg, limit - own.size()};
    return {&Machine::platform, leg, limit - own.size() - at_foot.size()};
}

}  // namespace

LimitTable limits_of(const Machine& machine) {
    LimitTable table = LimitTable::of_legs(groups_of(machine));
    append_shared_limits(machine, table);
    return table;
}

std::vector<std::string_view> limited_motions(const Machine& machine) {
    std::vector<std::string_view> motions{motions_of(machine.legs)};
    if (!machine.base.limit_nothing() || !machine.platform.limit_nothing()) motions.emplace_back("joint tilts");
    return motions;
}

std::size_t limits_of_leg(const Machine& machine) {
    std::size_t count = 0;
    for (const std::span<const LimitKind> kinds : groups_of(machine)) count += kinds.size();
    return count;
}

std::vector<LimitState> limit_states(const Machine& machine, const Pose& pose) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const PosedLegs posed = any_posed_legs(machine, turned);
    std::vector<LimitState> states;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const std::vector<LimitState> of_leg = posed.legs[i]->states(pose.position_m + posed.offset_m[i]);
        states.insert(states.end(), of_leg.begin(), of_leg.end());
    }
    for (const auto& limit : posed_shared_limits(machine, turned)) states.push_back(limit->state(pose.position_m));
    return states;
}

double widest_limit(const Machine& machine, LimitId id) {
    const Place at = place_of(machine, id);
    if (at.joints != nullptr) return widest_joint_limit(machine.*at.joints, at.limit);
    return std::visit([&](const auto& legs) { return legs.widest(machine, at.leg, at.limit); }, machine.legs);
}

void set_limit(Machine& machine, LimitId id, double value) {
    const Place at = place_of(machine, id);
    if (at.joints != nullptr) return set_joint_limit(machine.*at.joints, at.leg, at.limit, value);
    std::visit([&](auto& legs) { legs.set_limit(at.leg, at.limit, value); }, machine.legs);
}

Machine without_limits(const Machine& machine, std::span<const LimitId> limits) {
    const std::size_t of_legs = leg_count * limits_of_leg(machine);
    Machine freed = machine;
    for (const LimitId id : limits) {
        const std::size_t row = static_cast<std::size_t>(id) - 1;
        if (row < of_legs)
            set_limit(freed, id, widest_limit(machine, id));
        else
            free_shared_limit(freed, row - of_legs);
    }
    return freed;
}

}  // namespace hexscan
