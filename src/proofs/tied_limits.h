#pragma once

#include <string>

#include "src/machine/home_state.h"
#include "src/machine/limits.h"

/// Limits of several legs that a pose is equally near.
namespace hexscan {

/// The legs for which a limit of this kind is as near at the pose as for its owner: "legs 1 and 4". Empty if the limit
/// is not one of a single leg.
std::string tied_owners_text(const Machine& machine, const Pose& pose, const Limit& limit);

/// The limit with its tied owners: "legs 1 and 4, longest length".
std::string tied_name(const Machine& machine, const Pose& pose, const Limit& limit);

/// The limits at this distance from the state's pose: of all legs, and both ends of a stroke, where they tie.
std::string nearest_limits_text(const Machine& machine, const HomeState& state, double distance_m);

}  // namespace hexscan
