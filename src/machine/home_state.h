#pragma once

#include <array>
#include <optional>
#include <vector>

#include "src/machine/pose_clearance.h"

namespace hexscan {

/// What a pose, such as home, asks of the legs.
struct HomeState {
    Pose pose;
    std::array<double, leg_count> length_m{};  ///< from base joint to platform joint
    std::vector<LimitState> limits;            ///< in the order of the table's rows
    PoseClearance clearance;
    bool reachable = false;  ///< no limit is violated by more than rounding can explain

    const LimitState& state(LimitId limit) const { return limits.at(static_cast<std::size_t>(limit) - 1); }
};

HomeState state_at(const Machine& machine, const Pose& pose);

/// Of home. Nothing where the machine has none.
std::optional<HomeState> home_state(const Machine& machine);

/// What of a violation is put down to rounding, in metres or radians.
double violation_rounding(const Machine& machine, Dimension dimension);

/// The machine's longest leg, the measure of its size.
double longest_leg_m(const Machine& machine);

}  // namespace hexscan
