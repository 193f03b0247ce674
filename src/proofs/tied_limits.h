#pragma once

#include <string>

#include "src/machine/home_state.h"
#include "src/machine/limits.h"

/// Finds limits of several legs that are equally near to a pose.
namespace hexscan {

/// Names the legs whose limit of this kind is as near to the pose as the owner's: "legs 1 and 4". The result is empty
/// if the limit does not belong to a single leg.
std::string tied_owners_text(const Machine& machine, const Pose& pose, const Limit& limit);

/// The limit's name with all legs that are equally near: "legs 1 and 4, longest length".
std::string tied_name(const Machine& machine, const Pose& pose, const Limit& limit);

/// Names the limits at this distance from the state's pose. It names all legs that are equally near, and both ends of a
/// stroke if they are.
std::string nearest_limits_text(const Machine& machine, const HomeState& state, double distance_m);

}  // namespace hexscan
