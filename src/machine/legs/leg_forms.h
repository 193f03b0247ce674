#pragma once

#include "kernels/points/whole_arm.h"
#include "kernels/points/whole_slider.h"
#include "kernels/points/whole_telescope.h"
#include "kernels/rod_shape.h"
#include "src/machine/legs/posed_leg.h"

namespace hexscan {

/// The numbers of a slider or an arm that limits shared by several legs need.
LegWithRod leg_with_rod_of(const PosedLeg& leg);

}  // namespace hexscan

/// The definitions of the types in RodForm and WholeLeg, for the few files that need them.
