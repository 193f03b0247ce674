#pragma once

#include "src/machine/description/checked_numbers.h"

namespace hexscan {

/// Sets the axes and limits of a side's joints. `machine` must already have the joints of both sides, the legs and the
/// home pose.
void add_joint_limits(const SideDescription& side, bool is_base, const Converter& convert, Machine& machine);

}  // namespace hexscan
