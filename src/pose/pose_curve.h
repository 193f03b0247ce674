#pragma once

#include "src/machine/rods.h"

namespace hexscan {

/// True if the rods close along a curve through a pose in which they close. It is found numerically: several poses in a
/// row close and are singular, each some percent of the machine's size from the one before. At a multiple root they do
/// not close after such a step. Proves nothing.
bool lies_on_curve(const Rods& rods, const Placed& at);

}  // namespace hexscan
