#pragma once

#include "kernels/points/whole_arm.h"
#include "kernels/points/whole_slider.h"
#include "kernels/points/whole_telescope.h"
#include "src/machine/legs/posed_leg.h"

/// What RodForm and WholeLeg hold, for who looks into them; most only ask legs.
