#pragma once

#include <string>

#include "src/machine/machine.h"

namespace hexscan {

/// What keeps a machine from being one, whoever made it: coordinates or lengths that are no finite numbers within
/// max_extent_m, strokes that run backwards or have no length, axes that are no unit vectors, tilt limits outside
/// (0, pi]. Empty if nothing does. A platform file is held to the same by its reader, which also knows the lines.
std::string machine_problem(const Machine& machine);

}  // namespace hexscan
