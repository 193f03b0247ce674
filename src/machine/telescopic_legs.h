#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernels/telescopic_limits.h"
#include "src/machine/limits.h"

/// Telescopic legs (6-UPS): each as long as its stroke allows, with a joint that may tilt at either end.
namespace hexscan {

inline constexpr std::array telescopic_limits{LegLimit::shortest, LegLimit::longest, LegLimit::base_joint,
                                              LegLimit::platform_joint};
static_assert(telescopic_limits.size() == limits_per_leg);

inline LimitId limit_id(std::size_t leg, LegLimit which) {
    return static_cast<LimitId>(limit_number(static_cast<int>(leg), static_cast<int>(which)));
}
/// The inverse.
inline std::size_t leg_of(LimitId limit) { return static_cast<std::size_t>(leg_of_limit(static_cast<int>(limit))); }
inline LegLimit which_of(LimitId limit) { return which_limit(static_cast<int>(limit)); }

/// What a leg's limits are called, in the order of LegLimit.
std::span<const LimitKind> telescopic_limit_kinds();

/// As limit_states().
std::vector<LimitState> telescopic_limit_states(const Machine& machine, const Pose& pose);

/// As without_limits().
Machine without_telescopic_limits(const Machine& machine, std::span<const LimitId> limits);

}  // namespace hexscan
