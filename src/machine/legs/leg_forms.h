#pragma once

#include "kernels/points/whole_arm.h"
#include "kernels/points/whole_slider.h"
#include "kernels/points/whole_telescope.h"
#include "kernels/rod_shape.h"
#include "src/machine/legs/posed_leg.h"

/// The definitions of the types in RodForm and WholeLeg (posed_leg.h), for the few files that need them.
namespace hexscan {

/// The numbers of a slider leg or a rotary leg in the form that shared limits use (kernels/rod_shape.h). Throws
/// InternalError for a telescopic leg.
LegWithRod leg_with_rod_of(const PosedLeg& leg);

}  // namespace hexscan
