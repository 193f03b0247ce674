#pragma once

#include <array>
#include <optional>
#include <vector>

#include "src/machine/pose_clearance.h"

namespace hexscan {

/// The state of the legs at a pose, which is usually home.
struct HomeState {
    Pose pose;
    std::array<double, leg_count> length_m{};  ///< from base joint to platform joint
    std::vector<LimitState> limits;            ///< one for each row of limits_of(machine)
    PoseClearance clearance;
    bool reachable = false;  ///< false if a limit is violated by more than rounding can explain

    const LimitState& state(LimitId limit) const { return limits.at(static_cast<std::size_t>(limit) - 1); }
};

HomeState state_at(const Machine& machine, const Pose& pose);

/// The limits that a state violates by more than rounding can explain.
std::vector<LimitId> violated_limits(const Machine& machine, const HomeState& state);

/// The state at home. Returns nullopt if the machine has no home.
std::optional<HomeState> home_state(const Machine& machine);

/// The largest violation that is attributed to rounding, in SI units.
double violation_rounding(const Machine& machine, Dimension dimension);

/// The largest reach_m() of the legs (leg_kinds.h). It measures the machine's size.
double longest_leg_m(const Machine& machine);

}  // namespace hexscan
