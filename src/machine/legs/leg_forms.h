#pragma once

#include "kernels/points/whole_arm.h"
#include "kernels/points/whole_slider.h"
#include "kernels/points/whole_telescope.h"
#include "src/machine/legs/posed_leg.h"

/// The definitions of the types in RodForm and WholeLeg, for the few files that need them.
