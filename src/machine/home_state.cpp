#include "src/machine/home_state.h"

#include <algorithm>
#include <cmath>

namespace hexscan {

double longest_leg_m(const Machine& machine) {
    double longest_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i) longest_m = std::max(longest_m, reach_m(machine.legs, i));
    return longest_m;
}

double violation_rounding(const Machine& machine, Dimension dimension) {
    constexpr double part = 1e-9;
    return dimension == Dimension::length ? part * longest_leg_m(machine) : part;
}

HomeState state_at(const Machine& machine, const Pose& pose) {
    HomeState state;
    state.pose = pose;
    state.clearance = pose_clearance(machine, pose);
    state.limits = limit_states(machine, pose);
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector l = pose.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i];
        state.length_m[i] = std::sqrt(dot(l, l));
    }
    state.reachable = violated_limits(machine, state).empty();
    return state;
}

std::vector<LimitId> violated_limits(const Machine& machine, const HomeState& state) {
    std::vector<LimitId> violated;
    const LimitTable table = limits_of(machine);
    for (const Limit& limit : table.rows())
        if (!(state.state(limit.id).left >= -violation_rounding(machine, limit.kind->dimension)))
            violated.push_back(limit.id);
    return violated;
}

std::optional<HomeState> home_state(const Machine& machine) {
    if (!machine.home) return std::nullopt;
    return state_at(machine, *machine.home);
}

}  // namespace hexscan
