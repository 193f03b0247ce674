#pragma once

#include "src/machine/rods.h"

namespace hexscan {

/// True if the given pose, in which the rods close, lies on a curve of such poses. The test is numerical and proves
/// nothing. It takes several steps along the curve, each a few percent of the platform's size. At every step the rods
/// must close and the pose must be singular. At a mere multiple root the rods do not close after such a step.
bool lies_on_curve(const Rods& rods, const Placed& at);

}  // namespace hexscan
