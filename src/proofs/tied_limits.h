#pragma once

#include <string>

#include "src/machine/home_state.h"
#include "src/machine/limits.h"

/// Limits of several legs that are equally near to a pose.
namespace hexscan {

/// The legs for which a limit of this kind is as near to the pose as for its owner: "legs 1 and 4". The result is empty
/// if the limit does not belong to a single leg.
std::string tied_owners_text(const Machine& machine, const Pose& pose, const Limit& limit);

/// The limit's name with the legs that tie: "legs 1 and 4, longest length".
std::string tied_name(const Machine& machine, const Pose& pose, const Limit& limit);

/// Names the limits at this distance from the state's pose. It names all legs that tie, and both ends of a stroke that
/// tie.
std::string nearest_limits_text(const Machine& machine, const HomeState& state, double distance_m);

}  // namespace hexscan
